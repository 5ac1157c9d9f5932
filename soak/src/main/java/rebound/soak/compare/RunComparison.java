package rebound.soak.compare;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import rebound.soak.evidence.PhaseRecord;
import rebound.soak.evidence.RunRecord;
import rebound.soak.evidence.Verdict;
import rebound.soak.verdict.compare.Comparison;
import rebound.soak.verdict.compare.Paired;
import rebound.soak.verdict.compare.Regression;

/// Blocks of a base run and a candidate run, compared metric by metric (METHODOLOGY 1.7).
///
/// @param plan the plan's name
/// @param base the base's target
/// @param candidate the candidate's target
/// @param phase the phase whose figures were compared
/// @param blocks how many blocks count
/// @param discardedBlocks how many had a run that cannot be trusted
/// @param verdict REGRESSED if one metric did, OK if all are, else INCONCLUSIVE
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
    /// True when both can be trusted: a driver that kept its limits, and no invalid verdict.
    boolean trusted() {
      return trusted(base) && trusted(candidate);
    }

    private static boolean trusted(RunRecord run) {
      PhaseRecord main = PrimaryMetric.main(run);
      return run.verdict() != Verdict.INVALID || (main != null && main.trusted());
    }
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
    List<Block> good = blocks.stream().filter(Block::trusted).toList();
    int discarded = blocks.size() - good.size();
    // Without one good block the figures are still shown, and nothing is claimed from them.
    List<Block> used = good.isEmpty() ? blocks : good;
    List<PrimaryMetric> present = new ArrayList<>();
    List<Paired> paired = new ArrayList<>();
    List<String> notes = new ArrayList<>();
    for (PrimaryMetric metric : PrimaryMetric.ALL) {
      List<Paired.Block> values = values(metric, used);
      if (values.size() == used.size()) {
        present.add(metric);
        paired.add(Paired.of(metric.margin(), values));
      } else {
        notes.add(metric.margin().metric() + " is not in all runs and was left out");
      }
    }
    Comparison judged = Comparison.judge(paired, discarded);
    List<ComparedMetric> metrics = new ArrayList<>();
    for (int i = 0; i < present.size(); i++) {
      metrics.add(metric(present.get(i), used, judged.findings().get(i)));
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
    PhaseRecord phase = PrimaryMetric.main(first);
    return new RunComparison(
        first.plan(),
        first.target(),
        blocks.getFirst().candidate().target(),
        phase == null ? "none" : phase.title(),
        good.size(),
        discarded,
        good.isEmpty() ? Regression.INCONCLUSIVE : judged.verdict(),
        metrics,
        notes);
  }

  private static void requirePlan(String plan, RunRecord run) {
    if (!run.plan().equals(plan)) {
      throw new IllegalArgumentException(
          "runs of plan " + plan + " and of plan " + run.plan() + " do not compare");
    }
  }

  private static List<Paired.Block> values(PrimaryMetric metric, List<Block> blocks) {
    List<Paired.Block> values = new ArrayList<>();
    for (Block block : blocks) {
      OptionalDouble base = metric.read(block.base());
      OptionalDouble candidate = metric.read(block.candidate());
      if (base.isPresent() && candidate.isPresent()) {
        values.add(new Paired.Block(base.getAsDouble(), candidate.getAsDouble()));
      }
    }
    return values;
  }

  private static ComparedMetric metric(
      PrimaryMetric metric, List<Block> blocks, Comparison.Finding finding) {
    Paired paired = finding.paired();
    boolean interval = paired.confidence() > 0;
    return new ComparedMetric(
        metric.margin().metric(),
        metric.unit(),
        blocks.stream().map(it -> shown(metric, it.base())).toList(),
        blocks.stream().map(it -> shown(metric, it.candidate())).toList(),
        paired.ratio(),
        interval ? Double.valueOf(paired.interval().low()) : null,
        interval ? Double.valueOf(paired.interval().high()) : null,
        paired.confidence(),
        paired.marginRatio(),
        finding.verdict(),
        finding.sentence());
  }

  private static Double shown(PrimaryMetric metric, RunRecord run) {
    return metric.read(run).orElseThrow() * metric.scale();
  }

  /// The exit code that goes with the verdict.
  public int exitCode() {
    return switch (verdict) {
      case OK -> 0;
      case REGRESSED -> 1;
      case INCONCLUSIVE -> 4;
    };
  }
}
