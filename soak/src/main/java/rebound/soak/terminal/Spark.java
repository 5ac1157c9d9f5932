package rebound.soak.terminal;

import java.util.ArrayDeque;
import java.util.Deque;

/// The last values of a figure as a line of small bars, the lowest empty and the highest full. Used
/// by the run's one thread.
final class Spark {
  private static final String BARS = "▁▂▃▄▅▆▇█";

  private final int most;
  private final Deque<Long> values = new ArrayDeque<>();

  /// @param most how many values are shown
  Spark(int most) {
    this.most = most;
  }

  void add(long value) {
    values.addLast(value);
    if (values.size() > most) {
      values.removeFirst();
    }
  }

  /// A bar each; empty without a value.
  String text() {
    long low = values.stream().mapToLong(Long::longValue).min().orElse(0);
    long high = values.stream().mapToLong(Long::longValue).max().orElse(0);
    StringBuilder text = new StringBuilder();
    for (long value : values) {
      int bar =
          high == low ? 0 : Math.toIntExact((value - low) * (BARS.length() - 1) / (high - low));
      text.append(BARS.charAt(bar));
    }
    return text.toString();
  }
}
