package rebound.soak.planfile;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/// The plans that come with Rebound, in the same format as a user's own.
public final class PlanLibrary {
  /// Names of the built-in plans, in the order in which they are listed.
  public static final List<String> NAMES =
      List.of(
          "resilience",
          "slow-dependency",
          "await-strategies",
          "hello",
          "todo",
          "frameworks",
          "websocket",
          "workers",
          "sequential",
          "memory-return",
          "soak",
          "hostile",
          "network-faults",
          "capacity",
          "overload",
          "surface");

  private PlanLibrary() {}

  /// The plan of a name, or of a file, before anything is set in it.
  ///
  /// @throws UsageException when there is none
  public static YamlFile find(String nameOrFile) {
    if (NAMES.contains(nameOrFile)) {
      return YamlFile.parse(nameOrFile + ".yaml", text(nameOrFile));
    }
    Path file = Path.of(nameOrFile);
    if (Files.isRegularFile(file)) {
      try {
        return YamlFile.parse(file.getFileName().toString(), Files.readString(file));
      } catch (IOException unreadable) {
        throw new UsageException("plan file " + file + " cannot be read: " + unreadable);
      }
    }
    throw new UsageException(
        "plan '"
            + nameOrFile
            + "' is neither built in nor a file: use one of "
            + String.join(", ", NAMES)
            + ", or a YAML file");
  }

  /// A built-in plan's own text, to be copied and edited.
  public static String text(String name) {
    try (InputStream in = PlanLibrary.class.getResourceAsStream("/plans/" + name + ".yaml")) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException broken) {
      throw new UncheckedIOException("the built-in plan " + name + " cannot be read", broken);
    }
  }
}
