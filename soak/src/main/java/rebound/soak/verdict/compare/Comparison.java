package rebound.soak.verdict.compare;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/// Several metrics of the same blocks, judged together: with ten metrics one would regress by
/// chance, so a regression has to pass Holm's procedure too.
///
/// @param findings each metric with its verdict, in the given order
/// @param discardedBlocks that were invalid and repeated
public record Comparison(List<Finding> findings, int discardedBlocks) {
  /// Blocks to begin with: smoke, gate, publication.
  public static final List<Integer> BLOCKS = List.of(6, 10, 15);

  /// Blocks to add where it is inconclusive, and how many there may be.
  public static final int MORE_BLOCKS = 4;

  /// The most blocks.
  public static final int MOST_BLOCKS = 20;

  /// One-sided: the level of a 95 % interval's end.
  private static final double ALPHA = 0.025;

  public Comparison {
    findings = List.copyOf(findings);
    if (discardedBlocks < 0) {
      throw new IllegalArgumentException("discardedBlocks is " + discardedBlocks);
    }
  }

  /// A metric's finding.
  ///
  /// @param paired its figures
  /// @param adjustedP Holm's p for "worse by more than the margin"
  /// @param verdict with all metrics taken together
  public record Finding(Paired paired, double adjustedP, Regression verdict) {
    /// The finding in a sentence: effect, interval, n; never a bare p.
    public String sentence() {
      String effect =
          String.format(
              Locale.ROOT,
              "%s: %+.1f %% (%s, n=%d, margin %.0f %%)",
              paired.margin().metric(),
              100 * (paired.ratio() - 1),
              paired.confidence() == 0
                  ? "no interval below 6 blocks"
                  : String.format(
                      Locale.ROOT,
                      "%.1f %% interval %+.1f to %+.1f %%",
                      100 * paired.confidence(),
                      100 * (paired.interval().low() - 1),
                      100 * (paired.interval().high() - 1)),
              paired.blocks(),
              100 * paired.marginRatio());
      return switch (verdict) {
        case REGRESSED -> effect + ": regressed";
        case OK -> effect + ": no regression";
        case INVALID -> effect + ": a figure is missing";
        case INCONCLUSIVE ->
            effect
                + ": inconclusive, "
                + (paired.blocks() >= MOST_BLOCKS
                    ? "and more blocks will not settle it"
                    : "add " + MORE_BLOCKS + " blocks");
      };
    }
  }

  /// Judges metrics together.
  public static Comparison judge(List<Paired> metrics, int discardedBlocks) {
    List<Double> adjusted = holm(metrics.stream().map(Paired::worseP).toList());
    List<Finding> findings = new ArrayList<>();
    for (int i = 0; i < metrics.size(); i++) {
      Regression alone = metrics.get(i).verdict();
      boolean chance = alone == Regression.REGRESSED && adjusted.get(i) > ALPHA;
      findings.add(
          new Finding(metrics.get(i), adjusted.get(i), chance ? Regression.INCONCLUSIVE : alone));
    }
    return new Comparison(findings, discardedBlocks);
  }

  /// Holm's step-down procedure (Scand. J. Statist. 6, 1979): the i-th smallest of m times m − i
  /// + 1, never falling, at most 1.
  static List<Double> holm(List<Double> p) {
    List<Integer> order = new ArrayList<>();
    for (int i = 0; i < p.size(); i++) {
      order.add(i);
    }
    order.sort(Comparator.comparing(p::get));
    List<Double> adjusted = new ArrayList<>(p);
    double before = 0;
    for (int i = 0; i < order.size(); i++) {
      double here = Math.min(1, (p.size() - i) * p.get(order.get(i)));
      before = Math.max(before, here);
      adjusted.set(order.get(i), before);
    }
    return adjusted;
  }

  /// The whole: REGRESSED if one metric did, OK if all are, else INCONCLUSIVE.
  public Regression verdict() {
    if (findings.stream().anyMatch(f -> f.verdict() == Regression.REGRESSED)) {
      return Regression.REGRESSED;
    }
    return !findings.isEmpty() && findings.stream().allMatch(f -> f.verdict() == Regression.OK)
        ? Regression.OK
        : Regression.INCONCLUSIVE;
  }
}
