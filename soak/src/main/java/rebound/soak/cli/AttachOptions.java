package rebound.soak.cli;

import java.io.IOException;
import java.net.URI;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;
import picocli.CommandLine.Option;
import rebound.chaos.load.Endpoint;
import rebound.soak.attach.ControlGroups;
import rebound.soak.attach.Found;
import rebound.soak.attach.Lookup;
import rebound.soak.plan.Plan;
import rebound.soak.planfile.UsageException;
import rebound.soak.run.Attachment;
import rebound.soak.run.SecretHeaders;
import rebound.soak.target.TargetLibrary;
import rebound.soak.target.TargetSpec;

/// The flags by which a run attaches to a server that runs already.
final class AttachOptions {
  @Option(names = "--url", required = true, description = "its address, http:// or https://")
  private String url;

  @Option(names = "--insecure", description = "any certificate will do: for one of your own making")
  private boolean insecure;

  @Option(names = "--pid", description = "its process id: memory and CPU are read from its tree")
  private Long pid;

  @Option(
      names = "--memory",
      paramLabel = "SOURCE",
      description = "cgroup:PATH or prometheus:URL#METRIC, where there is no process id")
  private String memory;

  @Option(
      names = "--systemd",
      paramLabel = "UNIT",
      description = "a unit of systemd: its main process and its control group")
  private String unit;

  @Option(
      names = "--container",
      paramLabel = "ID",
      description = "a container: its control group is found by the id, or asked of its engine")
  private String container;

  @Option(
      names = "--compose",
      paramLabel = "SERVICE",
      description = "a service of docker compose, in this folder's project")
  private String service;

  @Option(
      names = "--header-env",
      paramLabel = "NAME=VARIABLE",
      description = "a header of every request, its value from the environment; never in a result")
  private Map<String, String> headers = new LinkedHashMap<>();

  @Option(
      names = "--bearer-env",
      paramLabel = "VARIABLE",
      description = "the environment variable that holds a bearer token; never in a result")
  private String bearer;

  /// How to attach.
  ///
  /// @param remote hosts besides loopback to which something may be sent
  /// @param environment where the values of headers are
  /// @param path the value of PATH, for programs that are asked
  Attachment attachment(List<String> remote, Map<String, String> environment, String path)
      throws IOException, InterruptedException {
    URI address = Addresses.http(url);
    Addresses.refuseRemote(address, remote);
    if (memory != null && !memory.matches("(cgroup:/.+)|(prometheus:https?://.+#.+)")) {
      throw new UsageException(
          "--memory is '" + memory + "': write cgroup:/PATH or prometheus:URL#METRIC");
    }
    Found found = found(new Lookup(ControlGroups.ofThisMachine(), path));
    return new Attachment(
        endpoint(address),
        found.pid(),
        Optional.ofNullable(memory).or(() -> found.memory().map(it -> "cgroup:" + it)),
        secrets(environment));
  }

  /// How to attach to a target whose file names its address: nobody says how to read its memory.
  ///
  /// @param remote hosts besides loopback to which something may be sent
  static Attachment attachment(URI address, List<String> remote) {
    Addresses.refuseRemote("url", address, remote);
    return new Attachment(
        Addresses.endpoint(address), OptionalLong.empty(), Optional.empty(), SecretHeaders.none());
  }

  private Endpoint endpoint(URI address) {
    Endpoint endpoint = Addresses.endpoint(address);
    if (insecure && !endpoint.tls()) {
      throw new UsageException("--insecure is for https:// addresses, and --url is " + url);
    }
    return new Endpoint(
        endpoint.host(),
        endpoint.port(),
        endpoint.tls(),
        insecure,
        endpoint.family(),
        endpoint.sources());
  }

  private Found found(Lookup lookup) throws IOException, InterruptedException {
    long named = Stream.of(pid, unit, container, service).filter(it -> it != null).count();
    if (named > 1) {
      throw new UsageException(
          "--pid, --systemd, --container and --compose each name the process: use one of them");
    }
    if (unit != null) {
      return lookup.systemd(unit);
    }
    if (container != null) {
      return lookup.container(container);
    }
    if (service != null) {
      return lookup.compose(service);
    }
    if (pid != null && ProcessHandle.of(pid).isEmpty()) {
      throw new UsageException(
          "--pid is " + pid + ": there is no such process; ss -ltnp shows who listens where");
    }
    return new Found(pid == null ? OptionalLong.empty() : OptionalLong.of(pid), Optional.empty());
  }

  private SecretHeaders secrets(Map<String, String> environment) {
    Map<String, String> values = new HashMap<>();
    headers.forEach(
        (name, variable) -> values.put(name, value("--header-env", variable, environment)));
    if (bearer != null) {
      values.put("Authorization", "Bearer " + value("--bearer-env", bearer, environment));
    }
    try {
      return new SecretHeaders(values);
    } catch (IllegalArgumentException wrong) {
      throw new UsageException("--header-env: " + wrong.getMessage());
    }
  }

  private static String value(String option, String variable, Map<String, String> environment) {
    String value = environment.getOrDefault(variable, "");
    if (value.isEmpty()) {
      throw new UsageException(
          option + " names " + variable + ", which is not in the environment: export it first");
    }
    return value;
  }

  /// The target file that names routes and probes; without one, the plan's own routes, and the
  /// probes ask the first of them.
  TargetSpec spec(List<String> targets, TargetLibrary library, Plan plan) {
    if (targets.size() > 1) {
      throw new UsageException("--url attaches to one server: name at most one --target with it");
    }
    return targets.isEmpty()
        ? TargetSpec.attached(firstPath(plan))
        : library.find(targets.getFirst());
  }

  private static String firstPath(Plan plan) {
    return plan.foreseeable().stream()
        .flatMap(phase -> phase.populations().stream())
        .flatMap(population -> population.requests().stream())
        .filter(it -> it.request().method().equals("GET"))
        .map(it -> it.request().path())
        .findFirst()
        .orElse("/");
  }
}
