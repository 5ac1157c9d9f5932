package rebound.soak.target;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Stream;

/// Runs a target file's `install` once, and again when a lock file beside it has changed.
public final class Installation {
  private static final List<String> LOCK_FILES =
      List.of("package-lock.json", "package.json", "pom.xml", "Cargo.lock", "go.sum");
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
  /// @throws StartException with exit code 3 when it fails or its program is missing
  public static void run(TargetSpec spec, Path log)
      throws IOException, InterruptedException, StartException {
    if (!due(spec)) {
      return;
    }
    Process process;
    try {
      process =
          new ProcessBuilder(spec.install())
              .directory(spec.directory().toFile())
              .redirectErrorStream(true)
              .redirectOutput(log.toFile())
              .redirectInput(Path.of("/dev/null").toFile())
              .start();
    } catch (IOException missing) {
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
      return HexFormat.of().formatHex(digest.digest());
    } catch (NoSuchAlgorithmException impossible) {
      throw new IllegalStateException("every JDK has SHA-256", impossible);
    }
  }
}
