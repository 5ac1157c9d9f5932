package rebound.soak.attach;

import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import rebound.soak.planfile.UsageException;

/// Finds what runs already by the name that people know it by.
///
/// @param groups where control groups stand
/// @param path the value of PATH, where `systemctl`, `docker` and `podman` are looked up
public record Lookup(ControlGroups groups, String path) {
  /// A unit of systemd, for example `shop.service`.
  ///
  /// @throws UsageException when it does not run or cannot be asked for
  public Found systemd(String unit) throws IOException, InterruptedException {
    String why = "--systemd " + unit;
    String said =
        new Program("systemctl", path)
            .ask(why, "show", "--property=MainPID,ControlGroup,ActiveState", "--", unit);
    Map<String, String> properties = new HashMap<>();
    for (String line : said.split("\n", -1)) {
      int equals = line.indexOf('=');
      if (equals > 0) {
        properties.put(line.substring(0, equals), line.substring(equals + 1).strip());
      }
    }
    String state = properties.getOrDefault("ActiveState", "unknown");
    long pid = number(properties.getOrDefault("MainPID", "0"));
    String group = properties.getOrDefault("ControlGroup", "");
    if (!state.equals("active") || (pid == 0 && group.isEmpty())) {
      throw new UsageException(
          why + ": the unit is " + state + ", not active: start it with systemctl start " + unit);
    }
    Optional<Path> memory = group.isEmpty() ? Optional.empty() : groups.at(group);
    if (pid == 0 && memory.isPresent()) {
      return new Found(groups.mainPid(memory.get()), memory);
    }
    return new Found(pid == 0 ? OptionalLong.empty() : OptionalLong.of(pid), memory);
  }

  /// A container by its id or, where docker or podman can be asked, its name.
  ///
  /// @throws UsageException when it does not run or cannot be found
  public Found container(String idOrName) throws IOException, InterruptedException {
    return container("--container " + idOrName, idOrName);
  }

  private Found container(String why, String idOrName) throws IOException, InterruptedException {
    if (idOrName.matches("[0-9a-f]{12,64}")) {
      Optional<Path> group = groups.ofContainer(idOrName);
      if (group.isPresent()) {
        return new Found(groups.mainPid(group.get()), group);
      }
    }
    Program engine =
        List.of(new Program("docker", path), new Program("podman", path)).stream()
            .filter(Program::there)
            .findFirst()
            .orElseThrow(
                () ->
                    new UsageException(
                        why
                            + ": no control group below "
                            + groups.root()
                            + " has that id, and neither docker nor podman is on the PATH to ask:"
                            + " give the full id of a running container, or --memory cgroup:PATH"));
    String[] said =
        engine
            .ask(why, "inspect", "--format", "{{.Id}} {{.State.Pid}}", "--", idOrName)
            .split("\\s+", -1);
    long pid = said.length == 2 ? number(said[1]) : 0;
    if (pid == 0) {
      throw new UsageException(why + ": the container does not run: start it first");
    }
    return new Found(OptionalLong.of(pid), groups.ofContainer(said[0]));
  }

  /// The one container of a service of `docker compose`, in the current folder's project.
  ///
  /// @throws UsageException when it has none, or several
  public Found compose(String service) throws IOException, InterruptedException {
    String why = "--compose " + service;
    String said = new Program("docker", path).ask(why, "compose", "ps", "--quiet", service);
    List<String> ids = said.lines().map(String::strip).filter(it -> !it.isEmpty()).toList();
    if (ids.size() != 1) {
      throw new UsageException(
          why
              + ": the service has "
              + ids.size()
              + " running containers: "
              + (ids.isEmpty()
                  ? "start it with docker compose up --detach " + service
                  : "name one of them with --container " + ids.getFirst()));
    }
    return container(why, ids.getFirst());
  }

  private static long number(String text) {
    return text.matches("\\d{1,9}") ? Long.parseLong(text) : 0;
  }
}
