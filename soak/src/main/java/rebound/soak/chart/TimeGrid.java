package rebound.soak.chart;

import java.util.ArrayList;
import java.util.List;

/// Equal buckets over a run's time. A short run has one a second, a long one at most
/// [#MOST_BUCKETS], so that a day draws as fast as a minute.
///
/// @param bucketSeconds width of a bucket
/// @param buckets how many
record TimeGrid(double bucketSeconds, int buckets) {
  /// Three times the pixels of a narrow screen, about one a pixel of a wide one.
  static final int MOST_BUCKETS = 1_200;

  TimeGrid {
    if (!(bucketSeconds > 0) || buckets < 1) {
      throw new IllegalArgumentException(
          buckets + " buckets of " + bucketSeconds + " s; both are above 0");
    }
  }

  /// A grid over a run.
  ///
  /// @param seconds its length
  static TimeGrid over(double seconds) {
    double width = Math.max(1, seconds / MOST_BUCKETS);
    return new TimeGrid(width, Math.max(1, (int) Math.ceil(seconds / width)));
  }

  /// The bucket of an instant; what lies outside the run counts to its ends.
  int bucket(double seconds) {
    return Math.clamp((long) Math.floor(seconds / bucketSeconds), 0, buckets - 1);
  }

  /// The middles of the buckets, in seconds from the run's start.
  List<Double> centres() {
    List<Double> centres = new ArrayList<>(buckets);
    for (int i = 0; i < buckets; i++) {
      centres.add(Digits.round((i + 0.5) * bucketSeconds, 7));
    }
    return centres;
  }
}
