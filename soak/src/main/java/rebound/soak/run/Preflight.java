package rebound.soak.run;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Scanner;
import rebound.soak.plan.Phase;
import rebound.soak.plan.Plan;
import rebound.soak.probe.process.ProcFile;
import rebound.soak.target.StartException;

/// Reckons before any load whether the machine can carry the plan: file descriptors and ephemeral
/// ports, with the arithmetic in the refusal.
final class Preflight {
  // Jars, logs, selectors, probes: what a process holds besides its connections.
  private static final int OWN_DESCRIPTORS = 200;

  private Preflight() {}

  /// Refuses a plan that the machine cannot carry.
  ///
  /// @param targetPid an attached target, whose own limit is read too
  /// @throws StartException with exit code 3 when something is short
  static void check(Plan plan, Optional<Long> targetPid) throws IOException, StartException {
    List<Phase> phases = plan.foreseeable();
    Phase most = phases.getFirst();
    for (Phase phase : phases) {
      if (connections(phase) > connections(most)) {
        most = phase;
      }
    }
    int connections = connections(most);
    descriptors("the driver", Path.of("/proc/self/limits"), most, connections);
    if (targetPid.isPresent()) {
      descriptors(
          "the target (pid " + targetPid.get() + ")",
          Path.of("/proc/" + targetPid.get() + "/limits"),
          most,
          connections);
    }
    ports(most, connections);
  }

  private static int connections(Phase phase) {
    return phase.populations().stream().mapToInt(it -> it.load().mostConnections()).sum();
  }

  private static void descriptors(String whose, Path limits, Phase phase, int connections)
      throws IOException, StartException {
    long limit = openFiles(limits);
    long needed = (long) connections + OWN_DESCRIPTORS;
    if (needed > limit) {
      throw new StartException(
          3,
          "too few file descriptors for "
              + whose
              + ": phase "
              + phase.name()
              + " needs "
              + connections
              + " connections + "
              + OWN_DESCRIPTORS
              + " of its own = "
              + needed
              + ", the limit is "
              + limit
              + "; raise it with ulimit -n "
              + needed
              + ", or lower connections or maxInFlight");
    }
  }

  private static long openFiles(Path limits) throws IOException {
    for (String line : Files.readAllLines(limits)) {
      if (line.startsWith("Max open files")) {
        String soft = new Scanner(line.substring("Max open files".length())).next();
        return soft.equals("unlimited") ? Long.MAX_VALUE : Long.parseLong(soft);
      }
    }
    throw new IOException(limits + " names no limit of open files");
  }

  private static void ports(Phase phase, int connections) throws IOException, StartException {
    // Files.readString would ask twice, and /proc/sys answers the first question only.
    Scanner range = new Scanner(ProcFile.text(Path.of("/proc/sys/net/ipv4/ip_local_port_range")));
    int first = range.nextInt();
    int last = range.nextInt();
    int available = last - first + 1;
    if (connections > available) {
      throw new StartException(
          3,
          "too few ephemeral ports: phase "
              + phase.name()
              + " needs "
              + connections
              + " connections to one address, the range "
              + first
              + "-"
              + last
              + " has "
              + available
              + "; widen net.ipv4.ip_local_port_range, or lower connections");
    }
  }
}
