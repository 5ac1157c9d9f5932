package rebound.soak.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Scanner;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;
import rebound.soak.probe.process.ProcFile;

/// `rebound doctor`: what this machine allows, and how to raise it.
@Command(
    name = "doctor",
    description = "Says what this machine allows and how to raise it.",
    mixinStandardHelpOptions = true,
    footer = {
      "",
      "Exit codes: 0 the resilience plan fits this machine, 3 it does not",
      "",
      "Example: rebound doctor"
    })
final class DoctorCommand implements Callable<Integer> {
  private static final long RESILIENCE_DESCRIPTORS = 4_296;
  private static final long RESILIENCE_PORTS = 8_192;
  private static final long BACKLOG = 4_096;

  @Spec private CommandSpec spec;
  private boolean fits = true;

  @Override
  public Integer call() throws IOException {
    PrintWriter out = spec.commandLine().getOut();
    out.printf(Locale.ROOT, "   %-22s %s%n", "JDK", Runtime.version());
    out.printf(Locale.ROOT, "   %-22s %s%n", "kernel", System.getProperty("os.version"));
    check(
        "processors",
        Runtime.getRuntime().availableProcessors(),
        2,
        "target and driver share one: figures are a joint property of both; use 2 or more");
    check(
        "open files (soft)",
        openFiles(),
        RESILIENCE_DESCRIPTORS,
        "ulimit -n 20000, or LimitNOFILE= in a unit");
    check(
        "ephemeral ports",
        ports(),
        RESILIENCE_PORTS,
        "sysctl -w net.ipv4.ip_local_port_range='1024 65535'");
    check(
        "listen backlog",
        number("/proc/sys/net/core/somaxconn"),
        BACKLOG,
        "sysctl -w net.core.somaxconn=4096: a burst of 4,096 connections overflows a shorter one");
    check(
        "memory available MB",
        availableMegabytes(),
        1_000,
        "end other programs: a target that swaps is not measured");
    out.printf(Locale.ROOT, "   %-22s %.1f %% of CPU time since start%n", "steal", steal());
    out.printf(Locale.ROOT, "   %-22s %s%n", "load average", loadAverage());
    note("cgroups", cgroups());
    note(
        "watching others",
        ProcessHandle.current().info().user().orElse("").equals("root")
            ? "processes of all users can be read"
            : "only your own processes can be read; run as the target's user or as root for more");
    for (String program :
        List.of("node", "npm", "nginx", "taskset", "jcmd", "systemctl", "docker", "podman")) {
      out.printf(
          Locale.ROOT,
          "   %-22s %s%n",
          program,
          onPath(program)
              .map(Path::toString)
              .orElse("not on the PATH (some targets and --systemd, --container need it)"));
    }
    out.println(
        fits
            ? "the resilience plan fits this machine"
            : "the resilience plan does not fit: raise what is marked ✗");
    return fits ? ExitCode.PASS : ExitCode.INVALID;
  }

  private void note(String what, String words) {
    spec.commandLine().getOut().printf(Locale.ROOT, "   %-22s %s%n", what, words);
  }

  /// Whether a plan's `cpu-quota` can be made here.
  private static String cgroups() {
    Path first = Path.of("/sys/fs/cgroup/cpu");
    Path second = Path.of("/sys/fs/cgroup/cgroup.controllers");
    if (Files.isDirectory(first)) {
      return "version 1, "
          + (Files.isWritable(first)
              ? "a cpu quota can be set"
              : "no cpu quota without root or a delegated group");
    }
    if (Files.exists(second)) {
      return "version 2, "
          + (Files.isWritable(second.resolveSibling("cgroup.procs"))
              ? "a cpu quota can be set"
              : "no cpu quota without root or a delegated group");
    }
    return "none mounted: plans with a cpu quota end with an error";
  }

  private void check(String what, long value, long needed, String remedy) {
    boolean enough = value >= needed;
    fits &= enough || what.equals("processors");
    spec.commandLine()
        .getOut()
        .printf(
            Locale.ROOT,
            "%s  %-22s %,d%s%n",
            enough ? "✓" : "✗",
            what,
            value,
            enough ? "" : String.format(Locale.ROOT, " (want %,d): %s", needed, remedy));
  }

  private static long openFiles() throws IOException {
    for (String line : ProcFile.text(Path.of("/proc/self/limits")).lines().toList()) {
      if (line.startsWith("Max open files")) {
        String soft = new Scanner(line.substring("Max open files".length())).next();
        return soft.equals("unlimited") ? Long.MAX_VALUE : Long.parseLong(soft);
      }
    }
    throw new IOException("/proc/self/limits names no limit of open files");
  }

  private static long ports() throws IOException {
    Scanner range = new Scanner(ProcFile.text(Path.of("/proc/sys/net/ipv4/ip_local_port_range")));
    return -range.nextLong() + range.nextLong() + 1;
  }

  private static long number(String file) throws IOException {
    return Long.parseLong(ProcFile.text(Path.of(file)).trim());
  }

  private static long availableMegabytes() throws IOException {
    for (String line : ProcFile.text(Path.of("/proc/meminfo")).lines().toList()) {
      if (line.startsWith("MemAvailable:")) {
        return new Scanner(line.substring("MemAvailable:".length())).nextLong() * 1_024 / 1_000_000;
      }
    }
    throw new IOException("/proc/meminfo does not say what is available");
  }

  private static double steal() throws IOException {
    Scanner words = new Scanner(ProcFile.text(Path.of("/proc/stat")));
    words.next();
    double total = 0;
    double steal = 0;
    for (int i = 0; i < 8; i++) {
      double ticks = words.nextLong();
      total += ticks;
      steal = i == 7 ? ticks : steal;
    }
    return 100 * steal / total;
  }

  private static String loadAverage() throws IOException {
    Scanner words = new Scanner(ProcFile.text(Path.of("/proc/loadavg")));
    return words.next()
        + " (1 min) on "
        + Runtime.getRuntime().availableProcessors()
        + " processors";
  }

  private static Optional<Path> onPath(String program) {
    String path = System.getenv().getOrDefault("PATH", "");
    return Stream.of(path.split(":", -1))
        .map(folder -> Path.of(folder, program))
        .filter(Files::isExecutable)
        .findFirst();
  }
}
