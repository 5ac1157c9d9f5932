package rebound.chaos.load;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/// Reckons before a phase whether this machine has what it needs: file descriptors, ephemeral ports
/// and slots in flight. Whatever is short is said with the arithmetic and the remedy.
///
/// @param refusals why the phase cannot run as planned
/// @param warnings what will show in the figures although the phase can run
public record Preflight(List<String> refusals, List<String> warnings) {
  // Jars, logs, selectors, probes, proxies: what a process opens besides its connections.
  private static final int RESERVE = 200;
  private static final double TIME_WAIT_SECONDS = 60;
  private static final double REUSED_TIME_WAIT_SECONDS = 1;

  /// Copies the lists.
  public Preflight {
    refusals = List.copyOf(refusals);
    warnings = List.copyOf(warnings);
  }

  /// Checks a phase against this machine.
  ///
  /// @param needs of its populations
  /// @param sources local addresses that are sent from in turn, 0 to leave it to the kernel
  /// @param length of the phase
  /// @param targetPid process that serves, or 0 when it is not known
  public static Preflight check(List<Need> needs, int sources, Duration length, long targetPid) {
    return check(needs, sources, length, targetPid, Path.of("/proc"));
  }

  static Preflight check(
      List<Need> needs, int sources, Duration length, long targetPid, Path proc) {
    List<String> refusals = new ArrayList<>();
    List<String> warnings = new ArrayList<>();
    int sockets = needs.stream().mapToInt(Need::sockets).sum();
    descriptors("the driver", proc.resolve("self"), sockets, refusals);
    if (targetPid > 0) {
      descriptors(
          "the target (pid " + targetPid + ")",
          proc.resolve(Long.toString(targetPid)),
          sockets,
          refusals);
    }
    ports(needs, sources, length, proc, refusals);
    backlog(needs, proc, warnings);
    needs.forEach(need -> inFlight(need, warnings));
    return new Preflight(refusals, warnings);
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
      List<Need> needs, int sources, Duration length, Path proc, List<String> refusals) {
    int sockets = needs.stream().mapToInt(Need::sockets).sum();
    try {
      String[] range = setting(proc.resolve("sys/net/ipv4/ip_local_port_range")).split("\\s+", 0);
      long perSource = Long.parseLong(range[1]) - Long.parseLong(range[0]) + 1;
      int addresses = Math.max(1, sources);
      double kept = timeWaitSeconds(sources, proc);
      long waiting = kept > REUSED_TIME_WAIT_SECONDS ? timeWaits(proc) : 0;
      double churn = needs.stream().mapToDouble(Need::newPerSecond).sum();
      double held = churn * Math.min(kept, length.toNanos() / 1e9);
      double needed = sockets + held + waiting;
      if (needed > perSource * addresses) {
        refusals.add(
            String.format(
                Locale.ROOT,
                "%d ports (ip_local_port_range %s-%s) on %d source addresses make %d: %d sockets, %d"
                    + " that new connections leave behind (%.0f/s for %.0f s) and %d in TIME_WAIT"
                    + " need %.0f; name more sources (127.0.0.2, 127.0.0.3 …) or lower connections",
                perSource,
                range[0],
                range[1],
                addresses,
                perSource * addresses,
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

  private static double timeWaitSeconds(int sources, Path proc) throws IOException {
    String reuse = setting(proc.resolve("sys/net/ipv4/tcp_tw_reuse"));
    // 2 means on loopback alone, which is where all traffic of ours goes by default; a socket that
    // is bound to a source first cannot make use of it.
    boolean reused = !reuse.equals("0") && sources == 0;
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

  private static void backlog(List<Need> needs, Path proc, List<String> warnings) {
    try {
      long most = Long.parseLong(setting(proc.resolve("sys/net/core/somaxconn")));
      for (Need need : needs) {
        if (need.openedAtOnce() > most) {
          warnings.add(
              String.format(
                  Locale.ROOT,
                  "%s opens %d connections and no accept queue here is longer than %d (somaxconn):"
                      + " some may wait 1 s for the kernel's retry",
                  need.name(),
                  need.openedAtOnce(),
                  most));
        }
      }
    } catch (IOException e) {
      warnings.add("the longest accept queue cannot be read: " + e);
    }
  }

  /// Little's law: in flight = arrivals per second times response time.
  private static void inFlight(Need need, List<String> warnings) {
    double rate = need.offeredPerSecond();
    double deadline = need.deadline().toNanos() / 1e9;
    if (rate * deadline > need.sockets()) {
      warnings.add(
          String.format(
              Locale.ROOT,
              "%s: with %.0f/s and maxInFlight %d arrivals are unsent once answers take %.0f ms"
                  + " (%d / %.0f/s); answers within the deadline of %.0f ms can need %.0f in flight",
              need.name(),
              rate,
              need.sockets(),
              need.sockets() / rate * 1e3,
              need.sockets(),
              rate,
              deadline * 1e3,
              Math.ceil(rate * deadline)));
    }
  }
}
