package rebound.soak.attach;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Stream;
import rebound.soak.probe.process.ProcFile;

/// The machine's control groups that account for memory: version 2, or the memory hierarchy of
/// version 1.
///
/// @param root `/sys/fs/cgroup`, or a folder that looks like it
/// @param proc `/proc`, or a folder that looks like it
public record ControlGroups(Path root, Path proc) {
  // Containers of pods stand seven levels below the root.
  private static final int DEEPEST = 9;

  /// This machine's.
  public static ControlGroups ofThisMachine() {
    return new ControlGroups(Path.of("/sys/fs/cgroup"), Path.of("/proc"));
  }

  /// The group of a path as the kernel names it, for example `/system.slice/x.service`.
  Optional<Path> at(String path) {
    Path group = memoryRoot().resolve(path.replaceFirst("^/+", ""));
    return accounts(group) && !group.equals(memoryRoot()) ? Optional.of(group) : Optional.empty();
  }

  /// The group of a container: the nearest to the root whose name holds the id, as in
  /// `docker/ID`, `docker-ID.scope`, `libpod-ID.scope` or `cri-containerd-ID.scope`.
  ///
  /// @param id at least twelve digits of it
  Optional<Path> ofContainer(String id) {
    if (!Files.isDirectory(memoryRoot())) {
      return Optional.empty();
    }
    try (Stream<Path> all = Files.walk(memoryRoot(), DEEPEST)) {
      return all.filter(it -> it.getFileName().toString().contains(id))
          .filter(ControlGroups::accounts)
          .min(
              Comparator.comparingInt(Path::getNameCount).thenComparing(Comparator.naturalOrder()));
    } catch (IOException | UncheckedIOException gone) {
      // A group that ended while it was listed; the container itself is asked for another way then.
      return Optional.empty();
    }
  }

  /// The process of a group, or of those below it, whose parent is outside.
  OptionalLong mainPid(Path group) {
    Set<Long> members = new HashSet<>();
    try (Stream<Path> all = Files.walk(group, DEEPEST)) {
      for (Path file : all.filter(it -> it.endsWith("cgroup.procs")).toList()) {
        ProcFile.words(ProcFile.text(file)).forEach(word -> members.add(Long.valueOf(word)));
      }
    } catch (IOException | UncheckedIOException gone) {
      return OptionalLong.empty();
    }
    List<Long> roots = new ArrayList<>();
    for (long member : members) {
      // 0 stands for a process of another namespace, which cannot be seen from here.
      if (member > 0 && !members.contains(parent(member))) {
        roots.add(member);
      }
    }
    return roots.stream().mapToLong(Long::longValue).min();
  }

  private long parent(long pid) {
    try {
      String stat = ProcFile.text(proc.resolve(pid + "/stat"));
      return Long.parseLong(ProcFile.words(stat.substring(stat.lastIndexOf(')') + 1)).get(1));
    } catch (IOException ended) {
      return -1;
    }
  }

  private Path memoryRoot() {
    Path first = root.resolve("memory");
    return Files.isDirectory(first) ? first : root;
  }

  private static boolean accounts(Path group) {
    return Files.exists(group.resolve("memory.current"))
        || Files.exists(group.resolve("memory.usage_in_bytes"));
  }
}
