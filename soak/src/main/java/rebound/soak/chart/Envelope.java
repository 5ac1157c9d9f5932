package rebound.soak.chart;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// Lowest, highest and mean value of each bucket: what down-sampling keeps, so that a peak of one
/// second is still seen in a run of a day. Used by one thread.
final class Envelope {
  private final TimeGrid grid;
  private final double[] low;
  private final double[] high;
  private final double[] sum;
  private final int[] count;

  Envelope(TimeGrid grid) {
    this.grid = grid;
    this.low = new double[grid.buckets()];
    this.high = new double[grid.buckets()];
    this.sum = new double[grid.buckets()];
    this.count = new int[grid.buckets()];
    Arrays.fill(low, Double.POSITIVE_INFINITY);
    Arrays.fill(high, Double.NEGATIVE_INFINITY);
  }

  void add(double seconds, double value) {
    int bucket = grid.bucket(seconds);
    low[bucket] = Math.min(low[bucket], value);
    high[bucket] = Math.max(high[bucket], value);
    sum[bucket] += value;
    count[bucket]++;
  }

  boolean isEmpty() {
    return Arrays.stream(count).allMatch(it -> it == 0);
  }

  List<Double> mean() {
    List<Double> values = new ArrayList<>(count.length);
    for (int i = 0; i < count.length; i++) {
      values.add(count[i] == 0 ? null : Digits.drawn(sum[i] / count[i]));
    }
    return values;
  }

  List<Double> low() {
    return edge(low);
  }

  List<Double> high() {
    return edge(high);
  }

  /// True when some bucket holds different values, so that there is a band to draw.
  boolean spreads() {
    for (int i = 0; i < count.length; i++) {
      if (count[i] > 1 && high[i] > low[i]) {
        return true;
      }
    }
    return false;
  }

  private List<Double> edge(double[] values) {
    List<Double> edge = new ArrayList<>(values.length);
    for (int i = 0; i < values.length; i++) {
      edge.add(count[i] == 0 ? null : Digits.drawn(values[i]));
    }
    return edge;
  }
}
