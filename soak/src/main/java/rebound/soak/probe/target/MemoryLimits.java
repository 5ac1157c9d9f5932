package rebound.soak.probe.target;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import rebound.soak.evidence.sample.MemoryLimit;
import rebound.soak.probe.process.ProcFile;

/// Finds what a process's memory may grow to: the tightest limit of its control groups, version 1
/// or 2, or the machine's memory where that is less.
///
/// @param groups `/sys/fs/cgroup`, or a folder that looks like it
/// @param proc `/proc`, or a folder that looks like it
public record MemoryLimits(Path groups, Path proc) {
  /// This machine's.
  public static MemoryLimits ofThisMachine() {
    return new MemoryLimits(Path.of("/sys/fs/cgroup"), Path.of("/proc"));
  }

  /// The limit of a process; empty where nothing of it can be read.
  public Optional<MemoryLimit> of(long pid) {
    Optional<MemoryLimit> tightest = machine();
    for (String line : lines(proc.resolve(pid + "/cgroup"))) {
      String[] parts = line.split(":", 3);
      if (parts.length == 3 && parts[1].isEmpty()) {
        tightest = least(tightest, group(groups, parts[2], "memory.max"));
      } else if (parts.length == 3 && List.of(parts[1].split(",")).contains("memory")) {
        tightest =
            least(tightest, group(groups.resolve("memory"), parts[2], "memory.limit_in_bytes"));
      }
    }
    return tightest;
  }

  /// The limit of a control group.
  ///
  /// @param directory its folder, as `--memory cgroup:PATH` names it
  public Optional<MemoryLimit> of(Path directory) {
    Path old = groups.resolve("memory");
    return least(
        machine(),
        directory.startsWith(old)
            ? group(old, old.relativize(directory).toString(), "memory.limit_in_bytes")
            : directory.startsWith(groups)
                ? group(groups, groups.relativize(directory).toString(), "memory.max")
                : Optional.empty());
  }

  /// The limits of a group and of those above it, up to the root.
  private static Optional<MemoryLimit> group(Path root, String path, String file) {
    Path group = root.resolve(path.replaceFirst("^/+", "")).normalize();
    Optional<MemoryLimit> tightest = Optional.empty();
    while (group != null && group.startsWith(root)) {
      for (String line : lines(group.resolve(file))) {
        // "max" is none.
        if (line.chars().allMatch(Character::isDigit) && line.length() < 19 && !line.equals("0")) {
          tightest =
              least(
                  tightest,
                  Optional.of(new MemoryLimit(Long.parseLong(line), "its control group's")));
        }
      }
      group = group.getParent();
    }
    return tightest;
  }

  private Optional<MemoryLimit> machine() {
    for (String line : lines(proc.resolve("meminfo"))) {
      if (line.startsWith("MemTotal:")) {
        long kilobytes = Long.parseLong(ProcFile.words(line).get(1));
        return Optional.of(new MemoryLimit(kilobytes * 1024, "the machine's"));
      }
    }
    return Optional.empty();
  }

  private static Optional<MemoryLimit> least(Optional<MemoryLimit> one, Optional<MemoryLimit> two) {
    if (one.isEmpty() || two.isEmpty()) {
      return one.isEmpty() ? two : one;
    }
    return two.get().bytes() < one.get().bytes() ? two : one;
  }

  private static List<String> lines(Path file) {
    try {
      return Files.exists(file)
          ? ProcFile.text(file).lines().map(String::strip).toList()
          : List.of();
    } catch (IOException gone) {
      // No limit can be told, which is no figure of the run.
      return List.of();
    }
  }
}
