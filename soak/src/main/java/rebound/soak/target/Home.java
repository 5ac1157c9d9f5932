package rebound.soak.target;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// Where Rebound is installed, and the Java that runs its parts.
///
/// @param directory the project's root
/// @param java the `java` program
/// @param path the value of PATH, where the programs of targets are looked up
public record Home(Path directory, Path java, String path) {
  /// The command of a part of our own.
  ///
  /// @param module its folder
  /// @param jar its jar
  /// @param arguments its options
  List<String> part(String module, String jar, List<String> arguments) {
    List<String> command =
        new ArrayList<>(
            List.of(
                java.toString(),
                "@" + directory.resolve(module).resolve("jvm.options"),
                "-jar",
                directory.resolve(module).resolve("target").resolve(jar).toString()));
    command.addAll(arguments);
    return command;
  }

  /// Fills in what is the same for all targets: `{java}`, `{jdk}` and `{home}`.
  String fill(String text) {
    return text.replace("{java}", java.toString())
        .replace("{jdk}", jdk().toString())
        .replace("{home}", directory.toString());
  }

  /// The JDK to which `java` belongs.
  Path jdk() {
    return java.resolve("../..").normalize();
  }
}
