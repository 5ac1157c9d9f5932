package rebound.soak.selftest;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Random;
import java.util.function.Consumer;
import rebound.soak.compare.PrimaryMetric;
import rebound.soak.evidence.PhaseRecord;
import rebound.soak.evidence.RunRecord;
import rebound.soak.journal.RunFolder;
import rebound.soak.judge.Judge;
import rebound.soak.plan.Plan;
import rebound.soak.planfile.PlanReader;
import rebound.soak.planfile.YamlFile;
import rebound.soak.run.Interruption;
import rebound.soak.run.RunRequest;
import rebound.soak.run.Runner;
import rebound.soak.target.Home;
import rebound.soak.target.StartException;
import rebound.soak.verdict.compare.Comparison;
import rebound.soak.verdict.compare.Margin;
import rebound.soak.verdict.compare.Paired;
import rebound.soak.verdict.compare.Regression;
import rebound.soak.verdict.statistics.Interval;
import rebound.soak.verdict.statistics.Proportion;

/// How often a comparison of a build with itself, by the figures of `rebound compare`, finds a
/// regression: real pairs of fresh processes, in random order within the pair, then studies of ten
/// blocks drawn from them with the labels thrown anew.
public final class AaStudy {
  private static final int BLOCKS = 10;
  private static final int STUDIES = 1000;
  private static final int MOST_TRIES = 3;
  private static final double MOST_OTHERS = 0.05;

  /// More false alarms than this mean that the comparison, or the machine, is not good enough.
  private static final double MOST_ALARMS = 0.05;

  private static final String PLAN =
      """
      plan: selftest-aa
      target: faulty
      phases:
        - name: warm-up
          kind: warm-up
          duration: 2s
          populations: [{name: users, load: {model: closed, connections: 8},
            requests: [{method: GET, path: /ping, expect: 200}]}]
        - {name: rest-warm, kind: rest, duration: 6s}
        - name: measure
          kind: load
          duration: 3s
          populations: [{name: users, load: {model: closed, connections: 8},
            requests: [{method: GET, path: /ping, expect: 200}]}]
        - {name: rest, kind: rest, duration: 6s}
      """;

  private AaStudy() {}

  /// What the study found.
  ///
  /// @param pairs that were run
  /// @param regressed studies that found a regression which is none
  /// @param inconclusive studies that could not tell
  public record Result(int pairs, Proportion regressed, Proportion inconclusive) {
    /// Whether false alarms are as rare as they must be.
    public boolean right() {
      return regressed.ratio() <= MOST_ALARMS;
    }

    /// The finding in a sentence.
    public String sentence() {
      Interval interval = regressed.wilson(0.95);
      return String.format(
          Locale.ROOT,
          "A/A STUDY: %s, %.1f %% of %d studies of %d blocks from %d pairs found a regression that"
              + " is none (95 %% interval %.1f to %.1f %%, at most %.0f %%), %.1f %% were"
              + " inconclusive",
          right() ? "PASS" : "FAIL",
          100 * regressed.ratio(),
          regressed.trials(),
          BLOCKS,
          pairs,
          100 * interval.low(),
          100 * interval.high(),
          100 * MOST_ALARMS,
          100 * inconclusive.ratio());
    }
  }

  /// Runs it.
  ///
  /// @param pairs at least six
  /// @param note hears of each pair
  public static Result run(
      Home home, Path runs, int pairs, Interruption interruption, Consumer<String> note)
      throws IOException, InterruptedException, StartException {
    if (pairs < Paired.LEAST_BLOCKS) {
      throw new IllegalArgumentException(
          "--aa is " + pairs + "; use " + Paired.LEAST_BLOCKS + " pairs or more");
    }
    List<Map<Margin, Paired.Block>> blocks = new ArrayList<>();
    int tries = 0;
    while (blocks.size() < pairs && tries < MOST_TRIES * pairs && !interruption.asked()) {
      tries++;
      Optional<Map<Margin, Double>> first = measure(home, runs, interruption);
      Optional<Map<Margin, Double>> second = measure(home, runs, interruption);
      if (first.isEmpty() || second.isEmpty()) {
        note.accept("pair discarded: other processes or the driver's machine disturbed it");
        continue;
      }
      Map<Margin, Paired.Block> block = new LinkedHashMap<>();
      first
          .get()
          .forEach(
              (metric, figure) ->
                  block.put(metric, new Paired.Block(figure, second.get().get(metric))));
      blocks.add(block);
      note.accept(words(blocks.size(), block));
    }
    if (blocks.size() < Paired.LEAST_BLOCKS) {
      throw new IOException(
          "the study has only "
              + blocks.size()
              + " undisturbed pairs of "
              + tries
              + "; it needs "
              + Paired.LEAST_BLOCKS
              + ", run it on a quieter machine");
    }
    return resample(blocks, new Random(1));
  }

  private static Result resample(List<Map<Margin, Paired.Block>> blocks, Random random) {
    int regressed = 0;
    int inconclusive = 0;
    for (int study = 0; study < STUDIES; study++) {
      Map<Margin, List<Paired.Block>> drawn = new LinkedHashMap<>();
      for (int i = 0; i < BLOCKS; i++) {
        Map<Margin, Paired.Block> block = blocks.get(random.nextInt(blocks.size()));
        boolean turned = random.nextBoolean();
        block.forEach(
            (metric, pair) ->
                drawn
                    .computeIfAbsent(metric, _ -> new ArrayList<>())
                    .add(turned ? pair.turned() : pair));
      }
      List<Paired> metrics = new ArrayList<>();
      drawn.forEach((metric, pairs) -> metrics.add(Paired.of(metric, pairs)));
      Regression found = Comparison.judge(metrics, 0).verdict();
      regressed += found == Regression.REGRESSED ? 1 : 0;
      inconclusive += found == Regression.INCONCLUSIVE ? 1 : 0;
    }
    return new Result(
        blocks.size(), new Proportion(regressed, STUDIES), new Proportion(inconclusive, STUDIES));
  }

  /// The figures of a run; empty where the machine disturbed it (RULINGS: more than 5 % CPU of
  /// others), or one of them is missing.
  private static Optional<Map<Margin, Double>> measure(
      Home home, Path runs, Interruption interruption)
      throws IOException, InterruptedException, StartException {
    Plan plan = PlanReader.read(YamlFile.parse("selftest-aa", PLAN));
    RunRequest request =
        new RunRequest(
            home,
            plan,
            PLAN,
            FaultyTarget.usual(),
            Optional.empty(),
            false,
            false,
            runs,
            Optional.empty());
    RunFolder folder = new Runner(request, new Silent(), interruption).run();
    RunRecord record = Judge.judge(folder, plan);
    PhaseRecord phase = record.phase("measure");
    if (phase == null) {
      throw new IOException("a run of the study was not measured: " + folder.path());
    }
    Double others = phase.machine().othersCpuRatio();
    if (!phase.trusted() || others == null || others > MOST_OTHERS) {
      return Optional.empty();
    }
    Map<Margin, Double> figures = new LinkedHashMap<>();
    for (PrimaryMetric metric : PrimaryMetric.ALL) {
      OptionalDouble figure = metric.read(record);
      if (figure.isEmpty()) {
        return Optional.empty();
      }
      figures.put(metric.margin(), figure.getAsDouble());
    }
    return Optional.of(figures);
  }

  private static String words(int number, Map<Margin, Paired.Block> block) {
    StringBuilder words = new StringBuilder("pair " + number + ":");
    block.forEach(
        (metric, pair) ->
            words.append(
                String.format(
                    Locale.ROOT,
                    " %s %+.1f %%",
                    metric.metric(),
                    100 * (pair.candidate() / pair.base() - 1))));
    return words.toString();
  }
}
