package rebound.soak.target;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import rebound.soak.planfile.UsageException;
import rebound.soak.planfile.YamlFile;

/// The targets that come with Rebound, and those in files of a user's own.
public final class TargetLibrary {
  private static final String FILE = "target.yaml";

  private final Path folder;

  /// The library of an installation.
  ///
  /// @param home the project's root, which holds `soak/targets`
  public TargetLibrary(Path home) {
    this.folder = home.resolve("soak/targets");
  }

  /// Names of the built-in targets, sorted.
  public List<String> names() {
    try (Stream<Path> entries = Files.list(folder)) {
      return entries
          .filter(entry -> Files.isRegularFile(entry.resolve(FILE)))
          .map(entry -> entry.getFileName().toString())
          .sorted()
          .toList();
    } catch (IOException unreadable) {
      throw new UncheckedIOException("the targets' folder cannot be read", unreadable);
    }
  }

  /// The target of a name, or of a file.
  ///
  /// @throws UsageException when there is none, or its file is wrong
  public TargetSpec find(String nameOrFile) {
    if (nameOrFile.matches("[a-z0-9-]+") && Files.isRegularFile(builtIn(nameOrFile))) {
      return read(builtIn(nameOrFile));
    }
    Path file = Path.of(nameOrFile);
    if (Files.isRegularFile(file)) {
      return read(file.toAbsolutePath());
    }
    throw new UsageException(
        "target '"
            + nameOrFile
            + "' is neither built in nor a file: use one of "
            + String.join(", ", names())
            + ", or a target file");
  }

  private Path builtIn(String name) {
    return folder.resolve(name).resolve(FILE);
  }

  private static TargetSpec read(Path file) {
    try {
      YamlFile yaml = YamlFile.parse(file.getFileName().toString(), Files.readString(file));
      return TargetReader.read(yaml, file.toAbsolutePath().getParent());
    } catch (IOException unreadable) {
      throw new UsageException("target file " + file + " cannot be read: " + unreadable);
    }
  }
}
