package rebound.soak.probe.jvm;

import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import rebound.soak.evidence.sample.Reading;

/// What a JVM's answers to `GC.heap_info` and `Compiler.codecache`, and its performance counters,
/// mean. Each collector words the first in its own way.
final class JvmWords {
  private static final Pattern USED =
      Pattern.compile("(?:^|[\\s,])used (\\d+)([KMG])\\b|(?:^|[\\s,])(\\d+)([KMG]) used");
  private static final Pattern COMMITTED =
      Pattern.compile(
          "(?:^|[\\s,])(?:total|committed|capacity) (\\d+)([KMG])\\b"
              + "|(?:^|[\\s,])(\\d+)([KMG]) committed");
  private static final Pattern CODE = Pattern.compile("size=\\d+Kb used=(\\d+)Kb");
  private static final Pattern SPACE = Pattern.compile("sun\\.gc\\.generation\\.\\d+\\.space\\..*");

  private JvmWords() {}

  /// Heap in use, garbage included.
  static Reading heapUsed(String heap) {
    return heap(heap, USED);
  }

  /// Heap that is taken from the system.
  static Reading heapCommitted(String heap) {
    return heap(heap, COMMITTED);
  }

  private static Reading heap(String answer, Pattern pattern) {
    long sum = 0;
    boolean found = false;
    for (String line : answer.split("\n", -1)) {
      // Part of a generation, or no heap at all.
      if (line.contains("space") || line.contains("Metaspace")) {
        continue;
      }
      Matcher match = pattern.matcher(line);
      if (match.find()) {
        found = true;
        sum += bytes(match);
      }
    }
    return found ? Reading.of(sum) : Reading.unreadable("GC.heap_info says: " + first(answer));
  }

  private static long bytes(Matcher match) {
    int group = match.group(1) == null ? 3 : 1;
    long factor =
        switch (match.group(group + 1)) {
          case "K" -> 1L << 10;
          case "M" -> 1L << 20;
          default -> 1L << 30;
        };
    return Long.parseLong(match.group(group)) * factor;
  }

  /// The code cache is one or three heaps.
  static Reading code(String answer) {
    List<Long> parts =
        CODE.matcher(answer).results().map(it -> Long.parseLong(it.group(1)) << 10).toList();
    return parts.isEmpty()
        ? Reading.unreadable("Compiler.codecache says: " + first(answer))
        : Reading.of(parts.stream().mapToLong(Long::longValue).sum());
  }

  /// What the spaces of the heap held after their last collection: the counters change only then.
  static Reading afterCollection(Map<String, String> counters) {
    return sum(counters, SPACE, ".used");
  }

  /// A counter of all collectors together.
  static Reading collectors(Map<String, String> counters, String end) {
    return sum(counters, Pattern.compile("sun\\.gc\\.collector\\.\\d+\\..*"), end);
  }

  /// Their names.
  static List<String> names(Map<String, String> counters) {
    return counters.entrySet().stream()
        .filter(it -> it.getKey().matches("sun\\.gc\\.collector\\.\\d+\\.name"))
        .map(Map.Entry::getValue)
        .toList();
  }

  /// One counter.
  static Reading counter(Map<String, String> counters, String name) {
    String value = counters.get(name);
    return value == null || !value.matches("\\d+") ? none(name) : Reading.of(Long.parseLong(value));
  }

  private static Reading sum(Map<String, String> counters, Pattern name, String end) {
    List<Long> parts =
        counters.entrySet().stream()
            .filter(it -> name.matcher(it.getKey()).matches() && it.getKey().endsWith(end))
            .filter(it -> it.getValue().matches("\\d+"))
            .map(it -> Long.parseLong(it.getValue()))
            .toList();
    return parts.isEmpty()
        ? none(name + end)
        : Reading.of(parts.stream().mapToLong(Long::longValue).sum());
  }

  private static Reading none(String name) {
    return Reading.unreadable("the JVM has no counter " + name + " (-XX:-UsePerfData?)");
  }

  private static String first(String answer) {
    return answer.isBlank() ? "nothing" : answer.lines().findFirst().orElse("").strip();
  }
}
