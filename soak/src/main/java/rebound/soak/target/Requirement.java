package rebound.soak.target;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/// What a machine must have before a target can be installed or started.
///
/// @param program a program on the PATH, or empty
/// @param file a file, relative to the target's directory, or empty
/// @param remedy what to do where it is missing
public record Requirement(Optional<String> program, Optional<String> file, String remedy) {
  /// Refuses a requirement that requires nothing or helps nobody.
  public Requirement {
    if (program.isEmpty() && file.isEmpty()) {
      throw new IllegalArgumentException("requires names neither program nor file: add one");
    }
    if (remedy.isBlank()) {
      throw new IllegalArgumentException("requires has no remedy: say what to do");
    }
  }

  /// What is missing, or empty where all is there.
  ///
  /// @param directory the target's directory
  /// @param path the value of PATH
  Optional<String> missing(Path directory, String path) {
    if (program.isPresent() && onPath(program.get(), path).isEmpty()) {
      return Optional.of("'" + program.get() + "' is not on the PATH");
    }
    return file.filter(it -> !Files.exists(directory.resolve(it)))
        .map(it -> directory.resolve(it) + " does not exist");
  }

  /// The program of a name on a PATH.
  public static Optional<Path> onPath(String program, String path) {
    for (String folder : path.split(File.pathSeparator, -1)) {
      Path candidate = Path.of(folder, program);
      if (!folder.isEmpty() && Files.isRegularFile(candidate) && Files.isExecutable(candidate)) {
        return Optional.of(candidate);
      }
    }
    return Optional.empty();
  }
}
