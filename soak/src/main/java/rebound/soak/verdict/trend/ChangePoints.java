package rebound.soak.verdict.trend;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import rebound.soak.verdict.statistics.Series;

/// Places at which the level of a series of runs changed. Binary segmentation: the split with the
/// greatest rank-sum statistic (Mann and Whitney's z) counts where a permutation test of that
/// maximum has p below 0.01 and the medians on both sides differ enough; then both sides are looked
/// at for themselves. Permuting the maximum, not one split, keeps the search over places honest. A
/// drift of the machine is a change too: a mark asks for a look, it is no verdict.
public final class ChangePoints {
  /// Runs on each side of a change.
  public static final int LEAST_SIDE = 4;

  private static final double LEVEL = 0.01;
  private static final int PERMUTATIONS = 999;

  private ChangePoints() {}

  /// Finds changes.
  ///
  /// @param values in the order of time
  /// @param leastRatio how much the medians must differ, 0.05 for 5 %
  /// @return the first place of each new level, rising
  public static List<Integer> of(Series values, double leastRatio) {
    List<Integer> found = new ArrayList<>();
    search(values, 0, leastRatio, found);
    found.sort(null);
    return found;
  }

  private static void search(Series values, int from, double leastRatio, List<Integer> found) {
    if (values.size() < 2 * LEAST_SIDE) {
      return;
    }
    double[] ranks = ranks(values.toArray());
    int split = split(ranks);
    double before = values.slice(0, split).median();
    double after = values.slice(split, values.size()).median();
    boolean enough = Math.abs(after - before) >= leastRatio * Math.abs(before);
    if (enough && before != after && significant(ranks)) {
      found.add(from + split);
      search(values.slice(0, split), from, leastRatio, found);
      search(values.slice(split, values.size()), from + split, leastRatio, found);
    }
  }

  private static boolean significant(double[] ranks) {
    double seen = statistic(ranks, split(ranks));
    double[] shuffled = ranks.clone();
    // The same runs always give the same marks.
    Random random = new Random(ranks.length);
    int asGreat = 0;
    for (int i = 0; i < PERMUTATIONS; i++) {
      shuffle(shuffled, random);
      asGreat += statistic(shuffled, split(shuffled)) >= seen - 1e-9 ? 1 : 0;
    }
    return (asGreat + 1.0) / (PERMUTATIONS + 1) < LEVEL;
  }

  private static void shuffle(double[] values, Random random) {
    for (int i = values.length - 1; i > 0; i--) {
      int j = random.nextInt(i + 1);
      double swap = values[i];
      values[i] = values[j];
      values[j] = swap;
    }
  }

  private static int split(double[] ranks) {
    int best = LEAST_SIDE;
    for (int k = LEAST_SIDE; k <= ranks.length - LEAST_SIDE; k++) {
      best = statistic(ranks, k) > statistic(ranks, best) ? k : best;
    }
    return best;
  }

  /// |z| of the rank sum of the first k.
  private static double statistic(double[] ranks, int k) {
    double sum = 0;
    for (int i = 0; i < k; i++) {
      sum += ranks[i];
    }
    int n = ranks.length;
    double mean = k * (n + 1) / 2.0;
    double deviation = Math.sqrt((double) k * (n - k) * (n + 1) / 12);
    return Math.abs(sum - mean) / deviation;
  }

  /// Ranks from 1; equal values share the middle of theirs.
  static double[] ranks(double[] values) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    double[] ranks = new double[values.length];
    for (int i = 0; i < values.length; i++) {
      int below = 0;
      int equal = 0;
      for (double other : sorted) {
        below += other < values[i] ? 1 : 0;
        equal += other == values[i] ? 1 : 0;
      }
      ranks[i] = below + (equal + 1) / 2.0;
    }
    return ranks;
  }
}
