package rebound.soak.probe.machine;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import rebound.soak.evidence.sample.Reading;
import rebound.soak.probe.process.ProcFile;

/// One reading of the kernel's machine-wide counters. Times are nanoseconds since boot.
///
/// @param cpuTotalNanos all states of all CPUs
/// @param cpuUserSystemNanos user, nice and system
/// @param cpuInterruptNanos hard and soft interrupts
/// @param cpuStealNanos steal
/// @param pressureCpuSomeMicros PSI
/// @param pressureMemoryFullMicros PSI
/// @param swapPages pages in and out
/// @param listenOverflows of all listening sockets
/// @param listenDrops of all listening sockets
/// @param timeWaitSockets now
/// @param tcpSockets now
/// @param tcpMemoryBytes now
/// @param loadThousandths load average of a minute
record KernelCounters(
    Reading cpuTotalNanos,
    Reading cpuUserSystemNanos,
    Reading cpuInterruptNanos,
    Reading cpuStealNanos,
    Reading pressureCpuSomeMicros,
    Reading pressureMemoryFullMicros,
    Reading swapPages,
    Reading listenOverflows,
    Reading listenDrops,
    Reading timeWaitSockets,
    Reading tcpSockets,
    Reading tcpMemoryBytes,
    Reading loadThousandths) {
  private static final long NANOS_PER_TICK = 10_000_000L;
  private static final long PAGE_BYTES = 4096;

  static KernelCounters read(Path proc) {
    Source stat = Source.of(proc.resolve("stat"));
    Source vmstat = Source.of(proc.resolve("vmstat"));
    Source netstat = Source.of(proc.resolve("net/netstat"));
    Source sockstat = Source.of(proc.resolve("net/sockstat"));
    return new KernelCounters(
        stat.cpu(0, 1, 2, 3, 4, 5, 6, 7),
        stat.cpu(0, 1, 2),
        stat.cpu(5, 6),
        stat.cpu(7),
        Source.of(proc.resolve("pressure/cpu")).pressure("some"),
        Source.of(proc.resolve("pressure/memory")).pressure("full"),
        Reading.sum(List.of(vmstat.keyed("pswpin"), vmstat.keyed("pswpout"))),
        netstat.titled("TcpExt:", "ListenOverflows"),
        netstat.titled("TcpExt:", "ListenDrops"),
        sockstat.after("TCP:", "tw", 1),
        sockstat.after("TCP:", "inuse", 1),
        sockstat.after("TCP:", "mem", PAGE_BYTES),
        Source.of(proc.resolve("loadavg")).thousandths());
  }

  /// A file's text, or why there is none.
  private record Source(Path file, String text, Reading failure) {
    static Source of(Path file) {
      try {
        return new Source(file, ProcFile.text(file), Reading.unreadable(file + ": is empty"));
      } catch (IOException e) {
        return new Source(file, "", ProcFile.unreadable(file, e));
      }
    }

    Reading keyed(String key) {
      return text.isEmpty() ? failure : ProcFile.keyed(file, text, key);
    }

    /// The sum of some of the states in the first line of `/proc/stat`.
    Reading cpu(int... states) {
      if (!text.startsWith("cpu ")) {
        return failure;
      }
      String line = text.lines().findFirst().orElse("");
      Reading sum = Reading.of(0);
      for (int state : states) {
        sum = Reading.sum(List.of(sum, ProcFile.word(file, line, state + 1, NANOS_PER_TICK)));
      }
      return sum;
    }

    Reading pressure(String kind) {
      return line(kind)
          .map(line -> line.substring(line.indexOf("total=") + "total=".length()))
          .map(total -> ProcFile.word(file, total, 0, 1))
          .orElse(failure);
    }

    /// The value below a title: `netstat` has a line of names and one of numbers.
    Reading titled(String prefix, String title) {
      List<String> lines = text.lines().filter(line -> line.startsWith(prefix)).toList();
      int index = lines.size() < 2 ? -1 : ProcFile.words(lines.get(0)).indexOf(title);
      return index < 0
          ? text.isEmpty() ? failure : Reading.unreadable(file + ": has no " + title)
          : ProcFile.word(file, lines.get(1), index, 1);
    }

    /// The word after a word: `TCP: inuse 1 orphan 0 tw 0`.
    Reading after(String prefix, String word, long factor) {
      List<String> words = line(prefix).map(ProcFile::words).orElse(List.of());
      int index = words.indexOf(word);
      return index < 0
          ? text.isEmpty() ? failure : Reading.unreadable(file + ": has no " + word)
          : ProcFile.word(file, String.join(" ", words), index + 1, factor);
    }

    Reading thousandths() {
      List<String> words = ProcFile.words(text);
      try {
        return words.isEmpty()
            ? failure
            : Reading.of(Math.round(Double.parseDouble(words.get(0)) * 1000));
      } catch (NumberFormatException _) {
        return Reading.unreadable(file + ": '" + words.get(0) + "' is no number");
      }
    }

    private java.util.Optional<String> line(String prefix) {
      return text.lines().filter(line -> line.startsWith(prefix)).findFirst();
    }
  }
}
