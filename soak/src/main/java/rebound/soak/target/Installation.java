package rebound.soak.target;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// Runs a target file's `install` once, and again when a lock file beside it has changed.
public final class Installation {
  private static final List<String> LOCK_FILES =
      List.of("package-lock.json", "package.json", "pom.xml", "Cargo.lock", "go.sum");
  // Where a target of our own is built, its sources, and those that it shares with others.
  private static final List<String> SOURCES = List.of("src", "../java");
  private static final String STAMP = ".rebound-installed";

  private Installation() {}

  /// True when `install` would run.
  public static boolean due(TargetSpec spec) throws IOException {
    Path stamp = spec.directory().resolve(STAMP);
    return !spec.install().isEmpty()
        && !(Files.exists(stamp) && Files.readString(stamp).equals(fingerprint(spec)));
  }

  /// Runs it where it is due.
  ///
  /// @param log file that receives what it prints
  /// @throws StartException with exit code 3 when it fails, or when what it requires is missing
  public static void run(TargetSpec spec, Home home, Path log)
      throws IOException, InterruptedException, StartException {
    Optional<String> missing = spec.missing(home.path());
    if (missing.isPresent()) {
      throw new StartException(3, "target " + spec.name() + ": " + missing.get());
    }
    if (!due(spec)) {
      return;
    }
    ProcessBuilder install =
        new ProcessBuilder(spec.install())
            .directory(spec.directory().toFile())
            .redirectErrorStream(true)
            .redirectOutput(log.toFile())
            .redirectInput(Path.of("/dev/null").toFile());
    // Maven builds with the JDK that runs Rebound.
    install.environment().put("JAVA_HOME", home.jdk().toString());
    Process process;
    try {
      process = install.start();
    } catch (IOException noProgram) {
      throw new StartException(
          3,
          "target "
              + spec.name()
              + " installs with '"
              + spec.install().getFirst()
              + "', which is not on the PATH: install it, or choose another target");
    }
    if (process.waitFor() != 0) {
      List<String> lines = Files.readAllLines(log);
      throw new StartException(
          3,
          "target "
              + spec.name()
              + ": '"
              + String.join(" ", spec.install())
              + "' failed (it needs the network the first time); its last lines:\n"
              + String.join("\n", lines.subList(Math.max(0, lines.size() - 20), lines.size())));
    }
    Files.writeString(spec.directory().resolve(STAMP), fingerprint(spec));
  }

  private static String fingerprint(TargetSpec spec) throws IOException {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      digest.update(String.join(" ", spec.install()).getBytes(StandardCharsets.UTF_8));
      try (Stream<Path> files = LOCK_FILES.stream().map(spec.directory()::resolve)) {
        for (Path file : files.filter(Files::isRegularFile).toList()) {
          digest.update(Files.readAllBytes(file));
        }
      }
      if (Files.exists(spec.directory().resolve("pom.xml"))) {
        for (String source : SOURCES) {
          digestAll(spec.directory().resolve(source), digest);
        }
      }
      return HexFormat.of().formatHex(digest.digest());
    } catch (NoSuchAlgorithmException impossible) {
      throw new IllegalStateException("every JDK has SHA-256", impossible);
    }
  }

  private static void digestAll(Path folder, MessageDigest digest) throws IOException {
    if (!Files.isDirectory(folder)) {
      return;
    }
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.filter(Files::isRegularFile).sorted().toList()) {
        digest.update(Files.readAllBytes(file));
      }
    }
  }
}
