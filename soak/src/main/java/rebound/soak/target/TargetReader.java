package rebound.soak.target;

import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import rebound.soak.planfile.Section;
import rebound.soak.planfile.YamlFile;

/// Turns a target file into a [TargetSpec], or refuses it with all complaints at once.
final class TargetReader {
  private TargetReader() {}

  /// Reads a target file.
  ///
  /// @param folder the file's own folder, from which `directory` counts
  static TargetSpec read(YamlFile file, Path folder) {
    Section root = file.section();
    String name = root.required("target");
    if (!name.matches("[a-z0-9-]+")) {
      root.complain("target", "target '" + name + "': use small letters, digits and hyphens");
    }
    String answers = root.text("answers", "");
    Optional<URI> url = url(root);
    if (root.has("command") == root.has("url")) {
      root.complain(
          "command",
          "a target has either a command, as in [node, server.js], or the url of one that runs");
    }
    List<String> command = root.texts("command");
    Path directory = folder.resolve(root.text("directory", ".")).normalize();
    List<String> install = root.texts("install");
    List<String> prepare = root.texts("prepare");
    if (command.contains(StartedTarget.PREPARED) == prepare.isEmpty()) {
      root.complain(
          "prepare", "prepare and {prepared} go together: the command has the words it prints");
    }
    Map<String, String> environment = map(root, "environment");
    TargetSpec.Ready ready = ready(root);
    Map<String, String> routes = map(root, "routes");
    OptionalInt waiters =
        root.has("waiters")
            ? OptionalInt.of(root.whole("waiters", 1, 1, 1_000_000))
            : OptionalInt.empty();
    Section probe = root.section("probe");
    String probePath = probe == null ? ready.path() : probe.text("path", ready.path());
    Optional<String> through =
        probe == null ? Optional.empty() : Optional.ofNullable(probe.text("through", null));
    if (probe != null) {
      probe.done();
    }
    Optional<Requirement> requires = requires(root);
    List<String> installed = root.texts("installed");
    List<String> runtime = root.texts("runtime");
    boolean compared = root.flag("compared", true);
    root.done();
    file.refuseIfWrong();
    return new TargetSpec(
        name,
        answers,
        command,
        directory,
        install,
        prepare,
        environment,
        ready,
        routes,
        waiters,
        probePath,
        through,
        requires,
        installed,
        runtime,
        url,
        compared);
  }

  private static Optional<URI> url(Section root) {
    if (!root.has("url")) {
      return Optional.empty();
    }
    String text = root.required("url");
    if (!text.matches("https?://[^/\\s]+/?")) {
      root.complain("url", "url is '" + text + "': write it as http://127.0.0.1:8080");
      return Optional.empty();
    }
    return Optional.of(URI.create(text));
  }

  private static Optional<Requirement> requires(Section root) {
    Section section = root.section("requires");
    if (section == null) {
      return Optional.empty();
    }
    Optional<String> program = Optional.ofNullable(section.text("program", null));
    Optional<String> needed = Optional.ofNullable(section.text("file", null));
    String remedy = section.text("remedy", "");
    section.done();
    return section.build(
        Optional.empty(), () -> Optional.of(new Requirement(program, needed, remedy)));
  }

  private static TargetSpec.Ready ready(Section root) {
    Section ready = root.section("ready");
    if (ready == null) {
      return new TargetSpec.Ready("/", Duration.ofSeconds(10), false);
    }
    String path = ready.text("path", "/");
    Duration within = ready.duration("within", Duration.ofSeconds(10));
    boolean line = ready.flag("line", false);
    ready.done();
    return new TargetSpec.Ready(path, within, line);
  }

  private static Map<String, String> map(Section root, String key) {
    Section section = root.section(key);
    return section == null ? Map.of() : section.allTexts();
  }
}
