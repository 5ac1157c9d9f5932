package rebound.soak.verdict.compare;

import org.apache.commons.statistics.inference.MannWhitneyUTest;
import rebound.soak.verdict.statistics.Series;

/// Two archives whose runs were not made side by side: Mann and Whitney's test and the effect A12
/// (Vargha and Delaney, 2000). It takes four runs against four to reach p < 0.05, and differences
/// of the machine between the two sittings are in it; interleaved blocks ([Paired]) are better by
/// far.
///
/// @param ratio of the medians, candidate/base
/// @param a12 probability that a run of the candidate is above one of the base, ties half
/// @param p two-sided
/// @param base runs
/// @param candidate runs
public record Unpaired(double ratio, double a12, double p, int base, int candidate) {

  /// Compares.
  ///
  /// @throws IllegalArgumentException where one side is empty
  public static Unpaired of(Series base, Series candidate) {
    if (base.size() == 0 || candidate.size() == 0) {
      throw new IllegalArgumentException(
          base.size() + " runs against " + candidate.size() + "; each side needs one");
    }
    var test = MannWhitneyUTest.withDefaults().test(candidate.toArray(), base.toArray());
    return new Unpaired(
        candidate.median() / base.median(),
        test.getStatistic() / ((double) base.size() * candidate.size()),
        test.getPValue(),
        base.size(),
        candidate.size());
  }
}
