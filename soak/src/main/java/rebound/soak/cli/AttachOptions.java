package rebound.soak.cli;

import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import picocli.CommandLine.Option;
import rebound.soak.plan.Plan;
import rebound.soak.planfile.UsageException;
import rebound.soak.run.Attachment;
import rebound.soak.target.TargetLibrary;
import rebound.soak.target.TargetSpec;

/// The flags by which a run attaches to a server that runs already.
final class AttachOptions {
  @Option(names = "--url", required = true, description = "its address")
  private String url;

  @Option(names = "--pid", description = "its process id: memory and CPU are read from its tree")
  private Long pid;

  @Option(
      names = "--memory",
      paramLabel = "SOURCE",
      description = "cgroup:PATH or prometheus:URL#METRIC, where there is no process id")
  private String memory;

  @Option(
      names = "--allow-remote",
      paramLabel = "HOST",
      description = "needed before anything is sent to a host that is not loopback")
  private List<String> remote = new ArrayList<>();

  Attachment attachment() {
    URI address = Addresses.http(url);
    Addresses.refuseRemote(address, remote);
    if (memory != null && !memory.matches("(cgroup:/.+)|(prometheus:https?://.+#.+)")) {
      throw new UsageException(
          "--memory is '" + memory + "': write cgroup:/PATH or prometheus:URL#METRIC");
    }
    if (pid != null && ProcessHandle.of(pid).isEmpty()) {
      throw new UsageException("--pid is " + pid + ": there is no such process");
    }
    return new Attachment(
        Addresses.endpoint(address),
        pid == null ? OptionalLong.empty() : OptionalLong.of(pid),
        Optional.ofNullable(memory));
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
