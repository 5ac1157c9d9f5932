package rebound.chaos.load;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import rebound.chaos.arrival.Schedule;

/// Reckons before a phase whether this machine has what it needs: file descriptors, ephemeral ports
/// and slots in flight. Whatever is short is said with the arithmetic and the remedy.
///
/// @param refusals why the phase cannot run as planned
/// @param warnings what will show in the figures although the phase can run
public record Preflight(List<String> refusals, List<String> warnings) {
  private static final int RESERVE = 100;
  private static final double TIME_WAIT_SECONDS = 60;
  private static final double REUSED_TIME_WAIT_SECONDS = 1;

  /// Copies the lists.
  public Preflight {
    refusals = List.copyOf(refusals);
    warnings = List.copyOf(warnings);
  }

  /// Checks a phase against this machine.
  ///
  /// @param endpoint where the traffic goes
  /// @param populations who sends what
  /// @param length of the phase
  /// @param targetPid process that serves, or 0 when it is not known
  public static Preflight check(
      Endpoint endpoint, List<Population> populations, Duration length, long targetPid) {
    return check(endpoint, populations, length, targetPid, Path.of("/proc"));
  }

  static Preflight check(
      Endpoint endpoint, List<Population> populations, Duration length, long targetPid, Path proc) {
    List<String> refusals = new ArrayList<>();
    List<String> warnings = new ArrayList<>();
    int sockets = populations.stream().mapToInt(p -> sockets(p.model())).sum();
    descriptors("the driver", proc.resolve("self"), sockets, refusals);
    if (targetPid > 0) {
      descriptors(
          "the target (pid " + targetPid + ")",
          proc.resolve(Long.toString(targetPid)),
          sockets,
          refusals);
    }
    ports(endpoint, populations, sockets, length, proc, refusals);
    backlog(populations, proc, warnings);
    for (Population population : populations) {
      inFlight(population, length, warnings);
    }
    return new Preflight(refusals, warnings);
  }

  private static int sockets(LoadModel model) {
    return switch (model) {
      case LoadModel.Closed closed -> closed.connections();
      case LoadModel.Open open -> open.maxInFlight();
      case LoadModel.Idle idle -> idle.connections();
      case LoadModel.WebSocketEcho echo -> echo.connections();
    };
  }

  private static void descriptors(String who, Path process, int sockets, List<String> refusals) {
    try {
      long limit = openFilesLimit(process.resolve("limits"));
      long open = count(process.resolve("fd"));
      if (open + sockets + RESERVE > limit) {
        refusals.add(
            String.format(
                Locale.ROOT,
                "%s may open %d files and has %d open: %d sockets and a reserve of %d make %d; raise"
                    + " the limit (ulimit -n %d) or lower connections and maxInFlight",
                who,
                limit,
                open,
                sockets,
                RESERVE,
                open + sockets + RESERVE,
                open + sockets + RESERVE));
      }
    } catch (IOException e) {
      refusals.add(
          "the open files of " + who + " cannot be counted: " + e + "; run as the same user");
    }
  }

  private static long openFilesLimit(Path limits) throws IOException {
    for (String line : Files.readAllLines(limits)) {
      if (line.startsWith("Max open files")) {
        String soft = line.substring("Max open files".length()).trim().split("\\s+", 0)[0];
        return soft.equals("unlimited") ? Long.MAX_VALUE / 2 : Long.parseLong(soft);
      }
    }
    throw new IOException(limits + " has no 'Max open files'");
  }

  /// One read, as `/proc/sys` wants it: what a second read of the same file gives is nothing.
  private static String setting(Path file) throws IOException {
    return Files.readAllLines(file).getFirst().trim();
  }

  private static long count(Path folder) throws IOException {
    try (Stream<Path> entries = Files.list(folder)) {
      return entries.count();
    }
  }

  /// Each socket of ours takes a port of its source address; one that we close first keeps it for
  /// the time of TIME_WAIT, a minute, or a second where the kernel may use it again.
  private static void ports(
      Endpoint endpoint,
      List<Population> populations,
      int sockets,
      Duration length,
      Path proc,
      List<String> refusals) {
    try {
      String[] range = setting(proc.resolve("sys/net/ipv4/ip_local_port_range")).split("\\s+", 0);
      long perSource = Long.parseLong(range[1]) - Long.parseLong(range[0]) + 1;
      int sources = Math.max(1, endpoint.sources().size());
      double kept = timeWaitSeconds(endpoint, proc);
      long waiting = kept > REUSED_TIME_WAIT_SECONDS ? timeWaits(proc) : 0;
      double churn = populations.stream().mapToDouble(p -> churnPerSecond(p, length)).sum();
      double held = churn * Math.min(kept, length.toNanos() / 1e9);
      double needed = sockets + held + waiting;
      if (needed > perSource * sources) {
        refusals.add(
            String.format(
                Locale.ROOT,
                "%d ports (ip_local_port_range %s-%s) on %d source addresses make %d: %d sockets, %d"
                    + " that new connections leave behind (%.0f/s for %.0f s) and %d in TIME_WAIT"
                    + " need %.0f; name more sources (127.0.0.2, 127.0.0.3 …) or lower connections",
                perSource,
                range[0],
                range[1],
                sources,
                perSource * sources,
                sockets,
                Math.round(held),
                churn,
                kept,
                waiting,
                needed));
      }
    } catch (IOException e) {
      refusals.add("the port range cannot be read: " + e);
    }
  }

  private static double timeWaitSeconds(Endpoint endpoint, Path proc) throws IOException {
    String reuse = setting(proc.resolve("sys/net/ipv4/tcp_tw_reuse"));
    // 2 means on loopback alone, which is where all traffic of ours goes by default; a socket that
    // is bound to a source first cannot make use of it.
    boolean reused = !reuse.equals("0") && endpoint.sources().isEmpty();
    return reused ? REUSED_TIME_WAIT_SECONDS : TIME_WAIT_SECONDS;
  }

  private static long timeWaits(Path proc) throws IOException {
    for (String line : Files.readAllLines(proc.resolve("net/sockstat"))) {
      List<String> words = List.of(line.split(" ", 0));
      if (words.getFirst().equals("TCP:") && words.contains("tw")) {
        return Long.parseLong(words.get(words.indexOf("tw") + 1));
      }
    }
    throw new IOException("net/sockstat has no count of TIME_WAIT");
  }

  /// New connections a second, where the plan says how many: the closed model's follow from the
  /// target's speed.
  private static double churnPerSecond(Population population, Duration length) {
    return population.keepAlive() ? 0 : offeredPerSecond(population, length);
  }

  private static double offeredPerSecond(Population population, Duration length) {
    return switch (population.model()) {
      case LoadModel.Open open ->
          Schedule.of(open.arrivals(), length.toNanos(), 1).count() / (length.toNanos() / 1e9);
      case LoadModel.Closed _, LoadModel.Idle _, LoadModel.WebSocketEcho _ -> 0;
    };
  }

  private static void backlog(List<Population> populations, Path proc, List<String> warnings) {
    try {
      long most = Long.parseLong(setting(proc.resolve("sys/net/core/somaxconn")));
      for (Population population : populations) {
        int sockets = sockets(population.model());
        if (population.openPerSecond() == 0 && sockets > most) {
          warnings.add(
              String.format(
                  Locale.ROOT,
                  "%s opens %d connections and no accept queue here is longer than %d (somaxconn):"
                      + " some may wait 1 s for the kernel's retry",
                  population.name(),
                  sockets,
                  most));
        }
      }
    } catch (IOException e) {
      warnings.add("the longest accept queue cannot be read: " + e);
    }
  }

  /// Little's law: in flight = arrivals per second times response time.
  private static void inFlight(Population population, Duration length, List<String> warnings) {
    if (!(population.model() instanceof LoadModel.Open open)) {
      return;
    }
    double rate = offeredPerSecond(population, length);
    double deadline = population.deadline().toNanos() / 1e9;
    if (rate * deadline > open.maxInFlight()) {
      warnings.add(
          String.format(
              Locale.ROOT,
              "%s: with %.0f/s and maxInFlight %d arrivals are unsent once answers take %.0f ms"
                  + " (%d / %.0f/s); answers within the deadline of %.0f ms can need %.0f in flight",
              population.name(),
              rate,
              open.maxInFlight(),
              open.maxInFlight() / rate * 1e3,
              open.maxInFlight(),
              rate,
              deadline * 1e3,
              Math.ceil(rate * deadline)));
    }
  }
}
