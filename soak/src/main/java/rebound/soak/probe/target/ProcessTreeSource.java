package rebound.soak.probe.target;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import rebound.soak.evidence.sample.MemoryDetail;
import rebound.soak.evidence.sample.Reading;
import rebound.soak.evidence.sample.TargetSample;
import rebound.soak.probe.process.ProcFile;
import rebound.soak.probe.process.ProcessIdentity;
import rebound.soak.probe.process.ProcessTree;
import rebound.soak.probe.process.TreeCpu;

/// Sums the processes of a tree. Resident memory comes from `statm` (the field in `stat` is an
/// approximate counter), the split from `status`, and what is shared fairly from `smaps_rollup`.
///
/// Resident memory counts a page once for each process that maps it, so of a tree with shared pages
/// the sum is too large; `pssBytes` of the marks is not. Thread-safe: it holds no state.
public final class ProcessTreeSource implements TargetSource {
  private final ProcessTree tree;
  private final long pageBytes;

  /// Reads the given tree.
  public ProcessTreeSource(ProcessTree tree) {
    this(tree, pageBytes(Path.of("/proc/self/smaps")));
  }

  ProcessTreeSource(ProcessTree tree, long pageBytes) {
    this.tree = tree;
    this.pageBytes = pageBytes;
  }

  @Override
  public TargetSample sample() {
    List<ProcessIdentity> members = tree.members();
    long now = System.nanoTime();
    return new TargetSample(
        now, sum(members, this::residentBytes), TreeCpu.nanos(List.of(tree)), members.size());
  }

  @Override
  public MemoryDetail detail(boolean exact) {
    List<ProcessIdentity> members = tree.members();
    Reading peak = status(members, "VmHWM");
    MemoryDetail detail =
        new MemoryDetail(
            System.nanoTime(),
            status(members, "RssAnon"),
            status(members, "RssFile"),
            status(members, "RssShmem"),
            status(members, "VmSwap"),
            exact ? rollup(members, List.of("LazyFree")) : notNow("LazyFree"),
            exact ? rollup(members, List.of("Pss")) : notNow("Pss"),
            exact ? rollup(members, List.of("Private_Clean", "Private_Dirty")) : notNow("Private"),
            peak,
            Reading.unreadable("a process has no working set; read its control group"),
            Reading.unreadable("socket buffers are not counted by process"),
            status(members, "Threads"),
            sum(members, this::descriptors));
    if (exact) {
      members.forEach(this::resetPeak);
    }
    return detail;
  }

  private static Reading notNow(String key) {
    return Reading.unreadable(key + " is read at marks only");
  }

  private Reading sum(List<ProcessIdentity> members, Function<ProcessIdentity, Reading> read) {
    if (members.isEmpty()) {
      return Reading.unreadable("process " + tree.root().pid() + " is gone");
    }
    List<Reading> parts = new ArrayList<>(members.size());
    for (ProcessIdentity process : members) {
      Reading part = read.apply(process);
      // A child that ended between being listed and being read holds nothing any more.
      boolean ended = !part.readable() && !Files.exists(tree.directory(process));
      if (!ended || process.equals(tree.root())) {
        parts.add(part);
      }
    }
    return Reading.sum(parts);
  }

  private Reading residentBytes(ProcessIdentity process) {
    Path statm = tree.directory(process).resolve("statm");
    try {
      return ProcFile.word(statm, ProcFile.text(statm), 1, pageBytes);
    } catch (IOException e) {
      return ProcFile.unreadable(statm, e);
    }
  }

  private Reading status(List<ProcessIdentity> members, String key) {
    return keyed(members, "status", List.of(key));
  }

  private Reading rollup(List<ProcessIdentity> members, List<String> keys) {
    return keyed(members, "smaps_rollup", keys);
  }

  private Reading keyed(List<ProcessIdentity> members, String name, List<String> keys) {
    return sum(
        members,
        process -> {
          Path file = tree.directory(process).resolve(name);
          try {
            String text = ProcFile.text(file);
            return Reading.sum(keys.stream().map(key -> ProcFile.keyed(file, text, key)).toList());
          } catch (IOException e) {
            return ProcFile.unreadable(file, e);
          }
        });
  }

  private Reading descriptors(ProcessIdentity process) {
    Path directory = tree.directory(process).resolve("fd");
    try (DirectoryStream<Path> all = Files.newDirectoryStream(directory)) {
      long count = 0;
      for (Path _ : all) {
        count++;
      }
      return Reading.of(count);
    } catch (IOException e) {
      return ProcFile.unreadable(directory, e);
    }
  }

  private void resetPeak(ProcessIdentity process) {
    try {
      Files.write(
          tree.directory(process).resolve("clear_refs"), "5".getBytes(StandardCharsets.UTF_8));
    } catch (IOException _) {
      // Another user's process: its peak then counts from its start, an upper bound as documented.
      return;
    }
  }

  /// The kernel names its page size in `smaps`; 4096 where it cannot be read.
  static long pageBytes(Path smaps) {
    try (var lines = Files.lines(smaps)) {
      return lines
          .filter(line -> line.startsWith("KernelPageSize:"))
          .findFirst()
          .map(line -> Long.parseLong(ProcFile.words(line).get(1)) * 1024)
          .orElse(4096L);
    } catch (IOException _) {
      return 4096;
    }
  }
}
