package rebound.soak.probe.target;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import rebound.soak.evidence.sample.MemoryDetail;
import rebound.soak.evidence.sample.Reading;
import rebound.soak.evidence.sample.TargetSample;
import rebound.soak.probe.process.ProcFile;

/// Reads a control group, version 1 or 2, by its directory.
///
/// `residentBytes` is anon + shmem + mapped file: what its processes hold, not the page cache
/// that a log writer leaves behind (`memory.current` contains it and so is no verdict's figure).
/// The container's own number stands in `workingSetBytes`. Thread-safe: it holds no state.
public final class CgroupSource implements TargetSource {
  private final Path directory;
  private final Version version;

  private enum Version {
    ONE("total_rss", "total_cache", "total_shmem", "total_mapped_file", "total_inactive_file"),
    TWO("anon", "file", "shmem", "file_mapped", "inactive_file");

    private final String anon;
    private final String file;
    private final String shmem;
    private final String mapped;
    private final String inactive;

    Version(String anon, String file, String shmem, String mapped, String inactive) {
      this.anon = anon;
      this.file = file;
      this.shmem = shmem;
      this.mapped = mapped;
      this.inactive = inactive;
    }
  }

  private CgroupSource(Path directory, Version version) {
    this.directory = directory;
    this.version = version;
  }

  /// Opens the control group of a directory such as `/sys/fs/cgroup/system.slice/x.service` (v2) or
  /// `/sys/fs/cgroup/memory/docker/ID` (v1).
  ///
  /// @throws IOException where the directory holds no memory controller's files
  public static CgroupSource at(Path directory) throws IOException {
    if (Files.exists(directory.resolve("memory.current"))) {
      return new CgroupSource(directory, Version.TWO);
    }
    if (Files.exists(directory.resolve("memory.usage_in_bytes"))) {
      return new CgroupSource(directory, Version.ONE);
    }
    throw new IOException(
        "memory 'cgroup:"
            + directory
            + "': neither memory.current (v2) nor memory.usage_in_bytes (v1) is there; give the"
            + " directory of a control group with the memory controller");
  }

  @Override
  public TargetSample sample() {
    Stat stat = stat();
    return new TargetSample(System.nanoTime(), stat.resident(), cpuNanos(), 0);
  }

  @Override
  public MemoryDetail detail(boolean exact) {
    Stat stat = stat();
    Reading current = single(version == Version.ONE ? "memory.usage_in_bytes" : "memory.current");
    return new MemoryDetail(
        System.nanoTime(),
        stat.get(version.anon),
        stat.get(version.file),
        stat.get(version.shmem),
        version == Version.ONE ? stat.get("total_swap") : single("memory.swap.current"),
        notOffered("lazily freed memory"),
        notOffered("PSS"),
        notOffered("USS"),
        single(version == Version.ONE ? "memory.max_usage_in_bytes" : "memory.peak"),
        current.since(stat.get(version.inactive)),
        version == Version.ONE ? single("memory.kmem.tcp.usage_in_bytes") : stat.get("sock"),
        threads(),
        notOffered("the number of file descriptors"));
  }

  private record Stat(Path file, String text, Reading failure) {
    Reading get(String key) {
      return text.isEmpty() ? failure : ProcFile.keyed(file, text, key);
    }

    Reading sum(String... keys) {
      return Reading.sum(List.of(keys).stream().map(this::get).toList());
    }

    Reading resident() {
      return text.contains("total_rss ")
          ? sum(Version.ONE.anon, Version.ONE.mapped)
          : sum(Version.TWO.anon, Version.TWO.mapped);
    }
  }

  private Stat stat() {
    Path file = directory.resolve("memory.stat");
    try {
      return new Stat(file, ProcFile.text(file), Reading.unreadable(file + ": is empty"));
    } catch (IOException e) {
      return new Stat(file, "", ProcFile.unreadable(file, e));
    }
  }

  private Reading single(String name) {
    return ProcFile.single(directory.resolve(name));
  }

  private Reading notOffered(String what) {
    return Reading.unreadable("a control group does not offer " + what);
  }

  /// Version 2 counts microseconds beside the memory; version 1 has another hierarchy for it.
  private Reading cpuNanos() {
    Path file = directory.resolve("cpu.stat");
    if (version == Version.TWO) {
      try {
        return times1000(ProcFile.keyed(file, ProcFile.text(file), "usage_usec"));
      } catch (IOException e) {
        return ProcFile.unreadable(file, e);
      }
    }
    Path memory = Path.of("/sys/fs/cgroup/memory");
    return directory.startsWith(memory)
        ? ProcFile.single(
            Path.of("/sys/fs/cgroup/cpuacct")
                .resolve(memory.relativize(directory))
                .resolve("cpuacct.usage"))
        : Reading.unreadable(directory + " is not below " + memory + ", so its CPU is not found");
  }

  private static Reading times1000(Reading reading) {
    return reading.amount().isPresent() ? Reading.of(reading.amount().getAsLong() * 1000) : reading;
  }

  /// `pids.current` counts tasks, threads included; version 1 lists them below `tasks`.
  private Reading threads() {
    if (version == Version.TWO) {
      return single("pids.current");
    }
    return tasks(directory);
  }

  private static Reading tasks(Path directory) {
    Path file = directory.resolve("tasks");
    try {
      long here = ProcFile.words(ProcFile.text(file)).size();
      try (DirectoryStream<Path> children =
          Files.newDirectoryStream(directory, child -> Files.isDirectory(child))) {
        for (Path child : children) {
          here += tasks(child).amount().orElse(0);
        }
      }
      return Reading.of(here);
    } catch (IOException e) {
      return ProcFile.unreadable(file, e);
    }
  }
}
