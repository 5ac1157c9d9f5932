package rebound.soak.cli;

import java.io.IOException;
import java.util.List;
import picocli.CommandLine.Option;
import rebound.soak.evidence.RunRecord;
import rebound.soak.plan.Plan;
import rebound.soak.planfile.UsageException;
import rebound.soak.target.Home;

/// How often a plan is run, and what the runs are compared with.
final class RepeatOptions {
  private static final int MOST = 100;

  @Option(
      names = "--repeat",
      paramLabel = "N",
      defaultValue = "1",
      description = "runs the plan N times; medians with the single runs beside")
  private int times;

  @Option(
      names = "--baseline",
      paramLabel = "RUN",
      description =
          "compares with an earlier run, or with as many repeats: the exit code says REGRESSED (1)"
              + " or INCONCLUSIVE (4) too")
  private String baseline;

  int times() {
    return times;
  }

  /// The runs to compare with, read before anything is run, so that a wrong name costs no time;
  /// empty without a baseline.
  List<RunRecord> bases(Home home, RunsOption runs, Plan plan) throws IOException {
    if (times < 1 || times > MOST) {
      throw new UsageException("--repeat is " + times + ": use 1 to " + MOST);
    }
    if (plan.comparison().isPresent() && (times > 1 || baseline != null)) {
      throw new UsageException(
          "plan "
              + plan.name()
              + " compares targets: --set comparison.rounds=N repeats it, and --baseline needs a"
              + " plan such as resilience");
    }
    if (baseline == null) {
      return List.of();
    }
    List<RunRecord> bases = runs.records(home, baseline);
    if (!bases.getFirst().plan().equals(plan.name())) {
      throw new UsageException(
          "--baseline is of plan "
              + bases.getFirst().plan()
              + ", this run of "
              + plan.name()
              + ": name a run of the same plan");
    }
    return bases;
  }
}
