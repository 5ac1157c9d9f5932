package rebound.soak.target;

import java.nio.file.Path;
import java.util.List;

/// Where Rebound is installed, and the Java that runs its parts.
///
/// @param directory the project's root
/// @param java the `java` program
public record Home(Path directory, Path java) {
  /// The command of a part of our own.
  ///
  /// @param module its folder
  /// @param jar its jar
  /// @param arguments its options
  List<String> part(String module, String jar, List<String> arguments) {
    List<String> command =
        new java.util.ArrayList<>(
            List.of(
                java.toString(),
                "@" + directory.resolve(module).resolve("jvm.options"),
                "-jar",
                directory.resolve(module).resolve("target").resolve(jar).toString()));
    command.addAll(arguments);
    return command;
  }
}
