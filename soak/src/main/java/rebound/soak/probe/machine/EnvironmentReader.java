package rebound.soak.probe.machine;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import rebound.soak.evidence.sample.Environment;
import rebound.soak.evidence.sample.Reading;
import rebound.soak.probe.process.ProcFile;

/// Reads what has to stand beside every result (METHODOLOGY 8.4). What cannot be read is recorded
/// as the reason, never left out.
public final class EnvironmentReader {
  private static final Path PROC = Path.of("/proc");
  private static final Path SYS = Path.of("/sys");

  private EnvironmentReader() {}

  /// The machine, this JVM, and the project's commit.
  ///
  /// @param home the project's folder, whose git commit is recorded; empty to leave it out
  public static Environment read(Optional<Path> home) {
    Map<String, Object> facts = new LinkedHashMap<>();
    facts.put("cpus", Runtime.getRuntime().availableProcessors());
    facts.put("cpuModel", line(PROC.resolve("cpuinfo"), "model name"));
    facts.put("cpusAllowed", line(PROC.resolve("self/status"), "Cpus_allowed_list"));
    facts.put("memoryBytes", keyed(PROC.resolve("meminfo"), "MemTotal"));
    facts.put("swapBytes", keyed(PROC.resolve("meminfo"), "SwapTotal"));
    facts.put("bootId", bootId());
    facts.put("kernel", text(PROC.resolve("sys/kernel/osrelease")));
    facts.put(
        "clocksource",
        text(SYS.resolve("devices/system/clocksource/clocksource0/current_clocksource")));
    facts.put("cgroup", cgroupVersion());
    facts.put("transparentHugePages", text(SYS.resolve("kernel/mm/transparent_hugepage/enabled")));
    facts.put("swappiness", number(PROC.resolve("sys/vm/swappiness")));
    facts.put("timerSlackNanos", number(PROC.resolve("self/timerslack_ns")));
    facts.put("somaxconn", number(PROC.resolve("sys/net/core/somaxconn")));
    facts.put("localPorts", text(PROC.resolve("sys/net/ipv4/ip_local_port_range")));
    facts.put("openFilesLimit", line(PROC.resolve("self/limits"), "Max open files"));
    facts.put("loadAverage", text(PROC.resolve("loadavg")));
    facts.put("jdk", Runtime.version().toString());
    facts.put("jdkVendor", System.getProperty("java.vendor", ""));
    facts.put("jvmFlags", ManagementFactory.getRuntimeMXBean().getInputArguments());
    facts.put(
        "collectors",
        ManagementFactory.getGarbageCollectorMXBeans().stream()
            .map(bean -> bean.getName())
            .toList());
    facts.put("mallocArenaMax", System.getenv().getOrDefault("MALLOC_ARENA_MAX", "default"));
    home.ifPresent(
        folder -> {
          facts.put("commit", git(folder, List.of("rev-parse", "HEAD")));
          facts.put("changedFiles", changed(git(folder, List.of("status", "--porcelain"))));
        });
    return new Environment(facts);
  }

  /// What the kernel calls its run since the machine was started: `System.nanoTime()` counts from
  /// there. The reason where it cannot be read.
  public static Object bootId() {
    return text(PROC.resolve("sys/kernel/random/boot_id"));
  }

  private static Object number(Path file) {
    return ProcFile.single(file).json();
  }

  private static Object keyed(Path file, String key) {
    try {
      return ProcFile.keyed(file, ProcFile.text(file), key).json();
    } catch (IOException e) {
      return ProcFile.unreadable(file, e).json();
    }
  }

  private static Object text(Path file) {
    try {
      return String.join(" ", ProcFile.words(ProcFile.text(file)));
    } catch (IOException e) {
      return ProcFile.unreadable(file, e).json();
    }
  }

  /// What stands after a name at the beginning of a line.
  private static Object line(Path file, String name) {
    try {
      return ProcFile.text(file)
          .lines()
          .filter(line -> line.startsWith(name))
          .findFirst()
          .map(line -> line.substring(name.length()).replaceFirst("^\\s*:", ""))
          .map(rest -> String.join(" ", ProcFile.words(rest)))
          .map(Object.class::cast)
          .orElseGet(() -> Reading.unreadable(file + ": has no line " + name).json());
    } catch (IOException e) {
      return ProcFile.unreadable(file, e).json();
    }
  }

  private static String cgroupVersion() {
    if (SYS.resolve("fs/cgroup/cgroup.controllers").toFile().exists()) {
      return "v2";
    }
    return SYS.resolve("fs/cgroup/memory").toFile().exists() ? "v1" : "none";
  }

  private static Object changed(String status) {
    return status.startsWith("git") ? status : status.lines().count();
  }

  private static String git(Path folder, List<String> arguments) {
    List<String> command = new java.util.ArrayList<>(List.of("git", "-C", folder.toString()));
    command.addAll(arguments);
    try {
      Process process =
          new ProcessBuilder(command)
              .redirectError(ProcessBuilder.Redirect.DISCARD)
              .redirectInput(ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()))
              .start();
      String answer =
          new String(
              process.getInputStream().readAllBytes(), java.nio.charset.StandardCharsets.UTF_8);
      boolean ended = process.waitFor(5, TimeUnit.SECONDS);
      if (!ended) {
        process.destroyForcibly();
        return "git took longer than 5 s";
      }
      return process.exitValue() == 0 ? answer.strip() : "git says no commit of " + folder;
    } catch (IOException _) {
      return "git is not installed";
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
      return "git was interrupted";
    }
  }
}
