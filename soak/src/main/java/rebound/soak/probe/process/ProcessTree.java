package rebound.soak.probe.process;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// A process and all that descend from it, found anew at each look through
/// `/proc/PID/task/*/children`, or by scanning parents where the kernel has no such file.
/// Thread-safe: it holds only the root's identity, which changes where the root is started again.
public final class ProcessTree {
  private final Path proc;
  private volatile ProcessIdentity root;
  private volatile long pastCpuNanos;

  private ProcessTree(Path proc, ProcessIdentity root) {
    this.proc = proc;
    this.root = root;
  }

  /// The tree below a process that runs now.
  ///
  /// @throws IOException where no such process runs
  public static ProcessTree of(long pid) throws IOException {
    return of(Path.of("/proc"), pid);
  }

  /// The tree below this very process: what it started belongs to it.
  ///
  /// @throws IOException where `/proc` cannot be read
  public static ProcessTree ofThisProcess() throws IOException {
    return of(ProcessHandle.current().pid());
  }

  static ProcessTree of(Path proc, long pid) throws IOException {
    return new ProcessTree(proc, ProcessIdentity.of(proc, pid));
  }

  /// From now on the tree below another process, because its root was started again.
  ///
  /// @param pid the new root
  /// @param usedNanos CPU time of all that were the tree before; their successors go on counting
  /// @throws IOException where no such process runs
  public void follow(long pid, long usedNanos) throws IOException {
    ProcessIdentity follower = ProcessIdentity.of(proc, pid);
    pastCpuNanos = usedNanos;
    root = follower;
  }

  /// CPU time of processes that were the tree before.
  long pastCpuNanos() {
    return pastCpuNanos;
  }

  /// The process at the top.
  public ProcessIdentity root() {
    return root;
  }

  /// Whether the root still runs, as itself.
  public enum State {
    /// The same process as at the beginning.
    ALIVE,
    /// No such process, or it ended and was not waited for.
    GONE,
    /// Another process has its pid: it was started again.
    RESTARTED
  }

  /// Looks whether the root still runs.
  public State state() {
    Optional<ProcessStat> stat = stat(root.pid());
    if (stat.isEmpty() || stat.get().ended()) {
      return State.GONE;
    }
    return stat.get().startTicks() == root.startTicks() ? State.ALIVE : State.RESTARTED;
  }

  /// The processes of the tree now, the root first; empty when the root is gone. Those that ended
  /// and were not waited for are left out: they hold no memory.
  public List<ProcessIdentity> members() {
    if (state() != State.ALIVE) {
      return List.of();
    }
    Set<ProcessIdentity> found = new LinkedHashSet<>();
    Deque<Long> open = new ArrayDeque<>(List.of(root.pid()));
    Map<Long, List<Long>> byParent = null;
    while (!open.isEmpty()) {
      long pid = open.remove();
      Optional<ProcessStat> stat = stat(pid);
      if (stat.isEmpty() || stat.get().ended()) {
        continue;
      }
      if (!found.add(new ProcessIdentity(pid, stat.get().startTicks()))) {
        continue;
      }
      Optional<List<Long>> listed = byParent == null ? children(pid) : Optional.empty();
      if (listed.isPresent()) {
        open.addAll(listed.get());
      } else {
        byParent = byParent == null ? scanParents() : byParent;
        open.addAll(byParent.getOrDefault(pid, List.of()));
      }
    }
    return List.copyOf(found);
  }

  /// The directory of a process.
  public Path directory(ProcessIdentity process) {
    return proc.resolve(Long.toString(process.pid()));
  }

  Optional<ProcessStat> stat(long pid) {
    try {
      return Optional.of(ProcessStat.read(proc.resolve(pid + "/stat")));
    } catch (IOException _) {
      // It ended between being listed and being read: that is what an empty answer says.
      return Optional.empty();
    }
  }

  /// Children of all threads, or nothing where the kernel does not list them.
  private Optional<List<Long>> children(long pid) {
    List<Long> children = new ArrayList<>();
    boolean listed = false;
    try (DirectoryStream<Path> threads = Files.newDirectoryStream(proc.resolve(pid + "/task"))) {
      for (Path thread : threads) {
        Path file = thread.resolve("children");
        try {
          ProcFile.words(ProcFile.text(file)).forEach(word -> children.add(Long.valueOf(word)));
          listed = true;
        } catch (IOException e) {
          if (Files.exists(thread) && !Files.exists(file)) {
            return Optional.empty();
          }
          // The thread ended meanwhile; its children have moved to another thread of the process.
        }
      }
    } catch (IOException _) {
      return Optional.of(List.of());
    }
    return listed ? Optional.of(children) : Optional.empty();
  }

  private Map<Long, List<Long>> scanParents() {
    Map<Long, List<Long>> byParent = new HashMap<>();
    try (DirectoryStream<Path> all = Files.newDirectoryStream(proc, "[0-9]*")) {
      for (Path directory : all) {
        long pid = Long.parseLong(directory.getFileName().toString());
        stat(pid)
            .ifPresent(
                stat -> byParent.computeIfAbsent(stat.parent(), _ -> new ArrayList<>()).add(pid));
      }
    } catch (IOException _) {
      return byParent;
    }
    return byParent;
  }
}
