package rebound.chaos.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/// Where the kernel keeps the processor share of a process: cgroup version 1 or 2, as this machine
/// has it.
///
/// @param home the group that the process is in now
/// @param parent where a group beside it can be made
/// @param version 1 or 2
record CpuGroup(Path home, Path parent, int version) {

  /// Finds the group of a process.
  ///
  /// @param proc `/proc`, or a folder that looks like it
  /// @throws IOException when no hierarchy has the cpu controller
  static CpuGroup of(Path proc, long pid) throws IOException {
    List<String> mounts = Files.readAllLines(proc.resolve("self/mountinfo"));
    for (String line : Files.readAllLines(proc.resolve(pid + "/cgroup"))) {
      String[] fields = line.split(":", 3);
      List<String> controllers = Arrays.asList(fields[1].split(","));
      if (controllers.contains("cpu")) {
        Optional<Path> mount = mount(mounts, "cgroup", "cpu");
        if (mount.isPresent()) {
          Path home = below(mount.get(), fields[2]);
          return new CpuGroup(home, home, 1);
        }
      }
    }
    for (String line : Files.readAllLines(proc.resolve(pid + "/cgroup"))) {
      Optional<Path> mount = mount(mounts, "cgroup2", "");
      if (line.startsWith("0::") && mount.isPresent() && hasCpu(mount.get(), "controllers")) {
        Path home = below(mount.get(), line.substring("0::".length()));
        // A group with processes may have no children with controllers: the new one stands beside.
        return new CpuGroup(home, home.equals(mount.get()) ? home : home.getParent(), 2);
      }
    }
    throw new IOException(
        "no cgroup with the cpu controller is mounted for pid "
            + pid
            + "; run where cgroups are, or leave the cpu quota out");
  }

  /// Makes a group with a share of the processors.
  ///
  /// @param cores may be a fraction
  Path limited(String name, double cores, long periodMicros) throws IOException {
    Path group = parent.resolve(name);
    long quotaMicros = Math.max(1_000, Math.round(cores * periodMicros));
    if (version == 2 && !hasCpu(parent, "subtree_control")) {
      write(parent.resolve("cgroup.subtree_control"), "+cpu");
    }
    Files.createDirectory(group);
    try {
      if (version == 1) {
        write(group.resolve("cpu.cfs_period_us"), Long.toString(periodMicros));
        write(group.resolve("cpu.cfs_quota_us"), Long.toString(quotaMicros));
      } else {
        write(group.resolve("cpu.max"), quotaMicros + " " + periodMicros);
      }
      return group;
    } catch (IOException failed) {
      Files.deleteIfExists(group);
      throw failed;
    }
  }

  /// Moves a process into a group.
  static void enter(Path group, long pid) throws IOException {
    write(group.resolve("cgroup.procs"), Long.toString(pid));
  }

  /// The processes of a group.
  static List<Long> members(Path group) throws IOException {
    return Files.readAllLines(group.resolve("cgroup.procs")).stream().map(Long::valueOf).toList();
  }

  private static void write(Path file, String text) throws IOException {
    Files.writeString(file, text);
  }

  private static boolean hasCpu(Path group, String file) throws IOException {
    Path controllers = group.resolve("cgroup." + file);
    return Files.exists(controllers)
        && Arrays.asList(Files.readString(controllers).strip().split(" ", -1)).contains("cpu");
  }

  private static Path below(Path mount, String path) {
    return mount.resolve(path.substring(1)).normalize();
  }

  /// The mount point of a kind of file system with an option: proc(5), `mountinfo`.
  private static Optional<Path> mount(List<String> mounts, String kind, String option) {
    for (String line : mounts) {
      String[] halves = line.split(" - ", 2);
      String[] behind = halves[1].split(" ", -1);
      boolean hasOption = option.isEmpty() || Arrays.asList(behind[2].split(",")).contains(option);
      if (behind[0].equals(kind) && hasOption) {
        return Optional.of(Path.of(halves[0].split(" ", -1)[4]));
      }
    }
    return Optional.empty();
  }
}
