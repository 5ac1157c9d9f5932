package rebound.soak.compare;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import rebound.soak.evidence.PhaseRecord;
import rebound.soak.evidence.RunRecord;
import rebound.soak.evidence.Verdict;
import rebound.soak.verdict.compare.Comparison;
import rebound.soak.verdict.compare.Margin;
import rebound.soak.verdict.compare.Paired;
import rebound.soak.verdict.compare.Regression;
import rebound.soak.verdict.statistics.Series;

/// Blocks of a base run and a candidate run, compared metric by metric (METHODOLOGY 1.7).
///
/// @param plan the plan's name
/// @param base the base's target
/// @param candidate the candidate's target
/// @param phase the phase whose figures were compared
/// @param blocks how many blocks count
/// @param discardedBlocks how many had a run that cannot be trusted
/// @param verdict REGRESSED if one metric did, else INVALID if one has no figure in a run, OK
///     if all are, else INCONCLUSIVE
/// @param metrics the metrics that both sides have
/// @param notes what a reader has to know
public record RunComparison(
    String plan,
    String base,
    String candidate,
    String phase,
    int blocks,
    int discardedBlocks,
    Regression verdict,
    List<ComparedMetric> metrics,
    List<String> notes) {

  /// Level of one end of a 95 % interval. The smallest p of n pairs is 2⁻ⁿ, and Holm's procedure
  /// multiplies the first one by the number of metrics.
  private static final double ALPHA = 0.025;

  private static final PrimaryMetric GOODPUT =
      PrimaryMetric.ALL.stream()
          .filter(it -> it.margin().equals(Margin.GOODPUT))
          .findFirst()
          .orElseThrow();

  /// Copies the lists.
  public RunComparison {
    metrics = List.copyOf(metrics);
    notes = List.copyOf(notes);
  }

  /// A block: two runs that belong together.
  ///
  /// @param base the base's run
  /// @param candidate the candidate's
  public record Block(RunRecord base, RunRecord candidate) {
    /// True when neither run is invalid, and both kept their limits in the phase that is compared
    /// (METHODOLOGY 1.7). A candidate that answers nothing right leaves gates without a figure: it
    /// counts all the same.
    boolean trusted(String phase) {
      return trusted(base, phase)
          && (trusted(candidate, phase) || (goodput(base, phase) > 0 && silent(candidate, phase)));
    }

    private static boolean trusted(RunRecord run, String phase) {
      return run.verdict() != Verdict.INVALID && calm(run, phase);
    }

    private static boolean calm(RunRecord run, String phase) {
      PhaseRecord main = run.phase(phase);
      return main != null && main.trusted();
    }

    private static boolean silent(RunRecord run, String phase) {
      return calm(run, phase)
          && run.phases().stream()
              .flatMap(it -> it.populations().stream())
              .allMatch(it -> it.ledger().addsUp())
          && goodput(run, phase) == 0;
    }
  }

  private static double goodput(RunRecord run, String phase) {
    Double goodput = GOODPUT.read(run, run.phase(phase));
    return goodput == null ? Double.NaN : goodput;
  }

  /// Compares.
  ///
  /// @param blocks at least one
  /// @throws IllegalArgumentException without a block, or with blocks of different plans
  public static RunComparison of(List<Block> blocks) {
    if (blocks.isEmpty()) {
      throw new IllegalArgumentException("there is no pair of runs to compare");
    }
    RunRecord first = blocks.getFirst().base();
    for (Block block : blocks) {
      requirePlan(first.plan(), block.base());
      requirePlan(first.plan(), block.candidate());
    }
    PhaseRecord main = PrimaryMetric.main(first);
    String phase = main == null ? "none" : main.name();
    List<Block> good = blocks.stream().filter(it -> it.trusted(phase)).toList();
    int discarded = blocks.size() - good.size();
    // Without one good block the figures are still shown, and nothing is claimed from them.
    List<Block> used = good.isEmpty() ? blocks : good;
    List<ComparedMetric> metrics = new ArrayList<>();
    List<PrimaryMetric> present = new ArrayList<>();
    List<Paired> paired = new ArrayList<>();
    List<String> notes = new ArrayList<>();
    boolean unread = false;
    for (PrimaryMetric metric : PrimaryMetric.ALL) {
      Figures figures = Figures.of(metric, used, phase);
      if (metric.equals(GOODPUT) && figures.silent() > 0) {
        metrics.add(silenced(figures));
      } else if (figures.whole()) {
        present.add(metric);
        paired.add(Paired.of(metric.margin(), figures.blocks()));
      } else {
        unread |= !figures.absent();
        notes.add(figures.complaint());
      }
    }
    Comparison judged = Comparison.judge(paired, discarded);
    for (int i = 0; i < present.size(); i++) {
      Figures figures = Figures.of(present.get(i), used, phase);
      metrics.add(metric(figures, judged.findings().get(i)));
    }
    if (good.isEmpty()) {
      notes.add("no pair of runs can be trusted: the figures are shown, and prove nothing");
    } else if (present.size() * Math.pow(0.5, good.size()) > ALPHA) {
      notes.add(
          good.size()
              + (good.size() == 1 ? " pair" : " pairs")
              + " cannot show a regression of one metric among "
              + present.size()
              + ", ten can: rebound ab --blocks 10 makes them side by side");
    }
    return new RunComparison(
        first.plan(),
        first.target(),
        blocks.getFirst().candidate().target(),
        main == null ? "none" : main.title(),
        good.size(),
        discarded,
        good.isEmpty() ? Regression.INCONCLUSIVE : verdict(metrics, unread, judged),
        metrics,
        notes);
  }

  private static Regression verdict(
      List<ComparedMetric> metrics, boolean unread, Comparison judged) {
    if (metrics.stream().anyMatch(it -> it.verdict() == Regression.REGRESSED)) {
      return Regression.REGRESSED;
    }
    return unread ? Regression.INVALID : judged.verdict();
  }

  private static void requirePlan(String plan, RunRecord run) {
    if (!run.plan().equals(plan)) {
      throw new IllegalArgumentException(
          "runs of plan " + plan + " and of plan " + run.plan() + " do not compare");
    }
  }

  /// The figures of one metric, those that are missing as null.
  private record Figures(PrimaryMetric metric, List<Double> base, List<Double> candidate) {
    static Figures of(PrimaryMetric metric, List<Block> blocks, String phase) {
      List<Double> base = new ArrayList<>();
      List<Double> candidate = new ArrayList<>();
      for (Block block : blocks) {
        base.add(metric.read(block.base(), block.base().phase(phase)));
        candidate.add(metric.read(block.candidate(), block.candidate().phase(phase)));
      }
      return new Figures(metric, base, candidate);
    }

    private static long missing(List<Double> values) {
      return values.stream().filter(it -> it == null || !(it > 0)).count();
    }

    /// A ratio needs two figures above 0.
    boolean whole() {
      return missing(base) == 0 && missing(candidate) == 0;
    }

    /// True where no run has it: nobody could read it, or nobody asked.
    boolean absent() {
      return base.stream().allMatch(Objects::isNull)
          && candidate.stream().allMatch(Objects::isNull);
    }

    /// In how many pairs the candidate has nothing where the base has all of its figures.
    long silent() {
      return missing(base) > 0 ? 0 : candidate.stream().filter(it -> it != null && it == 0).count();
    }

    String complaint() {
      return absent()
          ? metric.name() + " is in no run and was left out"
          : String.format(
              Locale.ROOT,
              "%s is missing or 0 in %d of %d base runs and %d of %d candidate runs: without it"
                  + " nothing is OK",
              metric.name(),
              missing(base),
              base.size(),
              missing(candidate),
              candidate.size());
    }

    List<Paired.Block> blocks() {
      List<Paired.Block> blocks = new ArrayList<>();
      for (int i = 0; i < base.size(); i++) {
        blocks.add(new Paired.Block(base.get(i), candidate.get(i)));
      }
      return blocks;
    }

    List<Double> shown(List<Double> values) {
      return values.stream().map(it -> it == null ? 0 : it * metric.scale()).toList();
    }
  }

  /// Goodput of a candidate without a right answer in time: no ratio has a logarithm there, and
  /// nobody needs one.
  private static ComparedMetric silenced(Figures figures) {
    Margin margin = figures.metric().margin();
    List<Double> base = figures.shown(figures.base());
    List<Double> candidate = figures.shown(figures.candidate());
    return new ComparedMetric(
        margin.metric(),
        figures.metric().unit(),
        base,
        candidate,
        median(candidate) / median(base),
        null,
        null,
        0,
        margin.relative(),
        Regression.REGRESSED,
        String.format(
            Locale.ROOT,
            "%s: not one right answer in time from the candidate in %d of %d pairs: regressed",
            margin.metric(),
            figures.silent(),
            base.size()));
  }

  private static double median(List<Double> values) {
    return Series.of(values.stream().mapToDouble(Double::doubleValue)).median();
  }

  private static ComparedMetric metric(Figures figures, Comparison.Finding finding) {
    Paired paired = finding.paired();
    boolean interval = paired.confidence() > 0;
    return new ComparedMetric(
        figures.metric().name(),
        figures.metric().unit(),
        figures.shown(figures.base()),
        figures.shown(figures.candidate()),
        paired.ratio(),
        interval ? Double.valueOf(paired.interval().low()) : null,
        interval ? Double.valueOf(paired.interval().high()) : null,
        paired.confidence(),
        paired.marginRatio(),
        finding.verdict(),
        finding.sentence());
  }

  /// The exit code that goes with the verdict.
  public int exitCode() {
    return switch (verdict) {
      case OK -> 0;
      case REGRESSED -> 1;
      case INVALID -> 3;
      case INCONCLUSIVE -> 4;
    };
  }
}
