package rebound.soak.chart;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import rebound.soak.journal.TrafficSecond;

/// What went wrong a second, by kind: a line for each of the most frequent kinds, one for the rest.
/// Used by one thread.
final class TroubleLines {
  private static final String OTHERS = "all others";

  private final TimeGrid grid;
  private final int[] seconds;
  private final Map<String, Kind> kinds = new TreeMap<>();

  TroubleLines(TimeGrid grid) {
    this.grid = grid;
    this.seconds = new int[grid.buckets()];
  }

  /// One kind over the run's time; a second without it has a zero.
  private static final class Kind {
    final double[] sum;
    final double[] high;
    final int[] seen;
    double total;

    Kind(int buckets) {
      sum = new double[buckets];
      high = new double[buckets];
      seen = new int[buckets];
    }

    void add(int bucket, double perSecond) {
      sum[bucket] += perSecond;
      high[bucket] = Math.max(high[bucket], perSecond);
      seen[bucket]++;
      total += perSecond;
    }

    void add(Kind other) {
      for (int i = 0; i < sum.length; i++) {
        sum[i] += other.sum[i];
        // The sum of the highest bounds the highest of the sum.
        high[i] += other.high[i];
        seen[i] = Math.max(seen[i], other.seen[i]);
      }
    }
  }

  /// Adds what happened between two looks.
  ///
  /// @param middle seconds from the run's start
  /// @param length of the look in seconds
  void add(double middle, List<TrafficSecond> traffic, double length) {
    int bucket = grid.bucket(middle);
    seconds[bucket]++;
    Map<String, Long> counts = new LinkedHashMap<>();
    for (TrafficSecond second : traffic) {
      troubles(second).forEach((kind, count) -> counts.merge(kind, count, Long::sum));
    }
    counts.forEach(
        (kind, count) ->
            kinds.computeIfAbsent(kind, _ -> new Kind(grid.buckets())).add(bucket, count / length));
  }

  /// A journal from before the kinds were kept has sums alone.
  private static Map<String, Long> troubles(TrafficSecond second) {
    if (second.troubles() != null) {
      return second.troubles();
    }
    Map<String, Long> sums = new LinkedHashMap<>();
    long wrong = second.completed() - second.good() - second.shed();
    if (second.failed() > 0) {
      sums.put("failed", second.failed());
    }
    if (second.shed() > 0) {
      sums.put("shed", second.shed());
    }
    if (wrong > 0) {
      sums.put("wrong or late", wrong);
    }
    return sums;
  }

  Plot plot() {
    List<Map.Entry<String, Kind>> order =
        kinds.entrySet().stream()
            .sorted(Comparator.comparingDouble(it -> -it.getValue().total))
            .toList();
    int alone = order.size() > Line.COLOURS ? Line.COLOURS - 1 : order.size();
    List<Line> lines = new ArrayList<>();
    for (Map.Entry<String, Kind> kind : order.subList(0, alone)) {
      lines.add(line(kind.getKey(), lines.size(), kind.getValue()));
    }
    if (alone < order.size()) {
      Kind others = new Kind(grid.buckets());
      order.subList(alone, order.size()).forEach(it -> others.add(it.getValue()));
      lines.add(line(OTHERS, lines.size(), others));
    }
    return new Plot(
        "failures",
        lines.isEmpty() ? "What went wrong, a second: nothing did" : "What went wrong, a second",
        "1/s",
        false,
        null,
        lines.isEmpty() ? List.of(line("errors", 0, new Kind(grid.buckets()))) : lines,
        List.of());
  }

  /// Red first: it is what is looked for.
  private static final int[] COLOURS = {4, 2, 5, 7, 6, 1, 3, 8};

  private Line line(String label, int place, Kind kind) {
    List<Double> mean = new ArrayList<>();
    List<Double> low = new ArrayList<>();
    List<Double> high = new ArrayList<>();
    boolean spreads = false;
    for (int i = 0; i < seconds.length; i++) {
      boolean any = seconds[i] > 0;
      mean.add(any ? Digits.drawn(kind.sum[i] / seconds[i]) : null);
      // What was not seen in each look of a bucket was zero in one.
      low.add(any ? Digits.drawn(kind.seen[i] < seconds[i] ? 0 : kind.sum[i] / seconds[i]) : null);
      high.add(any ? Digits.drawn(kind.high[i]) : null);
      spreads |= any && seconds[i] > 1 && kind.high[i] > 0;
    }
    Line line = Line.of(label, COLOURS[place], mean);
    return spreads ? line.within(low, high) : line;
  }
}
