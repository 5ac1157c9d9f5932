package rebound.soak.selftest;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Consumer;
import rebound.soak.capacity.SetSearch;
import rebound.soak.capacity.SlotSimulation;
import rebound.soak.capacity.finding.CapacityFindings;
import rebound.soak.evidence.RunRecord;
import rebound.soak.evidence.capacity.ObjectiveRecord;
import rebound.soak.journal.RunFolder;
import rebound.soak.plan.CapacityPlan;
import rebound.soak.plan.Plan;
import rebound.soak.planfile.PlanReader;
import rebound.soak.planfile.YamlFile;
import rebound.soak.result.ResultFiles;
import rebound.soak.run.Interruption;
import rebound.soak.run.RunRequest;
import rebound.soak.run.Runner;
import rebound.soak.target.Home;
import rebound.soak.target.StartException;

/// Whether the search finds a capacity that is known: real searches on a server of so many slots,
/// each held against a simulation that gets the same arrivals.
public final class CapacityStudy {
  /// Slots of the server.
  public static final int SLOTS = 10;

  /// What a slot is busy with one request.
  public static final long SERVICE_MICROS = 20_000;

  private static final double NEAR = 0.05;
  private static final double LEAST_SHARE = 0.9;

  private CapacityStudy() {}

  /// What the study found.
  ///
  /// @param searches that came to an answer
  /// @param near how many of them were within 5 % of the simulation's
  public record Result(int searches, int near) {
    /// Whether nine of ten were near.
    public boolean right() {
      return searches > 0 && near >= LEAST_SHARE * searches;
    }

    /// The finding in a sentence.
    public String sentence() {
      return String.format(
          Locale.ROOT,
          "CAPACITY STUDY: %s, %d of %d searches within 5 %% of the simulation of the same arrivals"
              + " (nine of ten are needed)",
          right() ? "PASS" : "FAIL",
          near,
          searches);
    }
  }

  /// Runs it.
  ///
  /// @param searches how many, each with a seed and a process of its own
  /// @param trial length of a trial as a plan writes it, for example `10s`
  /// @param note hears of each search
  public static Result run(
      Home home,
      Path runs,
      int searches,
      String trial,
      Interruption interruption,
      Consumer<String> note)
      throws IOException, InterruptedException, StartException {
    int done = 0;
    int near = 0;
    for (int seed = 1; seed <= searches && !interruption.asked(); seed++) {
      String text = plan(seed, trial);
      Plan plan = PlanReader.read(YamlFile.parse("selftest-capacity", text));
      RunRequest request =
          new RunRequest(
              home,
              plan,
              text,
              FaultyTarget.slots(SLOTS, SERVICE_MICROS),
              Optional.empty(),
              false,
              false,
              runs,
              Optional.empty());
      RunFolder folder = new Runner(request, new Silent(), interruption).run();
      RunRecord run = ResultFiles.write(folder);
      if (!interruption.asked()) {
        done++;
        near += held(seed, plan, run, note) ? 1 : 0;
      }
    }
    return new Result(done, near);
  }

  private static String plan(int seed, String trial) {
    return """
      plan: selftest-capacity
      target: slots
      seed: %d
      capacity:
        requests: [{path: /ping, expect: 200}]
        objectives: [{name: near, p99: 100ms}]
        warmUp: 3s
        ladder: {connections: [1, 4, 10, 20, 40], runs: 1, duration: 1s}
        trial: %s
        pool: {connections: 10, delay: 20ms}
      """
        .formatted(seed, trial);
  }

  private static boolean held(int seed, Plan plan, RunRecord run, Consumer<String> note)
      throws InterruptedException {
    CapacityPlan search = (CapacityPlan) plan.experiment().orElseThrow();
    ObjectiveRecord found = run.capacity().objectives().getFirst();
    Double saturation = run.capacity().saturationPerSecond();
    double simulated =
        saturation == null ? 0 : simulated(search, seed, saturation).lowerPerSecond();
    double ratio = simulated == 0 ? 0 : found.lowerPerSecond() / simulated;
    boolean near = Math.abs(ratio - 1) <= NEAR;
    long spoiled = run.capacity().trials().stream().filter(it -> !it.valid()).count();
    note.accept(
        String.format(
            Locale.ROOT,
            "%-5s seed %d: found %.1f/s (%s), simulated %.1f/s, ratio %.3f; %d trials, %d of them"
                + " INVALID, %.0f s",
            near ? "near" : "FAR",
            seed,
            found.lowerPerSecond(),
            found.finding(),
            simulated,
            ratio,
            run.capacity().trials().size(),
            spoiled,
            run.seconds()));
    return near;
  }

  /// The same search on the same arrivals, reckoned.
  static ObjectiveRecord simulated(CapacityPlan search, int seed, double saturation)
      throws InterruptedException {
    SlotSimulation slots = new SlotSimulation(search, seed, 1, SLOTS, SERVICE_MICROS * 1_000);
    SetSearch.run(search, saturation, slots);
    return CapacityFindings.of(search, slots.trials(), List.of(), seed).objectives().getFirst();
  }
}
