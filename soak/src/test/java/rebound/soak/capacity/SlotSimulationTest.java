package rebound.soak.capacity;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import rebound.soak.capacity.finding.CapacityFindings;
import rebound.soak.evidence.capacity.ObjectiveRecord;
import rebound.soak.evidence.capacity.TrialRecord;
import rebound.soak.plan.CapacityPlan;
import rebound.soak.planfile.PlanReader;
import rebound.soak.planfile.YamlFile;

/// The law of the search: on a target of known capacity it finds what is there.
class SlotSimulationTest {
  private static final int SLOTS = 10;
  private static final long SERVICE_NANOS = 20_000_000;

  private static CapacityPlan plan(String objectives) {
    return (CapacityPlan)
        PlanReader.read(
                YamlFile.parse(
                    "law.yaml",
                    """
                    plan: law
                    capacity:
                      requests: [{path: /ping}]
                      objectives: %s
                    """
                        .formatted(objectives)))
            .experiment()
            .orElseThrow();
  }

  private static List<ObjectiveRecord> search(CapacityPlan plan, long seed, double saturation)
      throws InterruptedException {
    SlotSimulation slots = new SlotSimulation(plan, seed, 1, SLOTS, SERVICE_NANOS);
    SetSearch.run(plan, saturation, slots);
    return CapacityFindings.of(plan, slots.trials(), List.of(), seed).objectives();
  }

  /// The highest rate at which one trial of ten minutes keeps the objective, to half a percent.
  private static double truth(CapacityPlan plan, long seed) {
    SlotSimulation slots = new SlotSimulation(plan, seed, 1, SLOTS, SERVICE_NANOS);
    double low = 100;
    double high = 600;
    while (high / low > 1.005) {
      double middle = Math.sqrt(low * high);
      TrialRecord trial = slots.trial(middle, 600);
      if (Objectives.kept(plan.objectives().getFirst(), trial)) {
        low = middle;
      } else {
        high = middle;
      }
    }
    return low;
  }

  @Test
  void tenSearchesOfTenSeedsAreNearTheTruth() throws InterruptedException {
    CapacityPlan plan = plan("[{name: near, p99: 100ms}]");
    double truth = truth(plan, 99);
    int near = 0;
    for (int seed = 1; seed <= 10; seed++) {
      // What a ladder would say is off by a little, each time by another.
      ObjectiveRecord found = search(plan, seed, 500 * (0.94 + 0.01 * seed)).getFirst();
      assertThat(found.finding()).isEqualTo("FOUND");
      near += Math.abs(found.lowerPerSecond() / truth - 1) <= 0.05 ? 1 : 0;
    }

    assertThat(truth).isBetween(430.0, 500.0);
    assertThat(near).isGreaterThanOrEqualTo(9);
  }

  @Test
  void aTighterObjectiveIsKeptByLess() throws InterruptedException {
    CapacityPlan plan =
        plan("[{name: tight, p99: 25ms}, {name: near, p99: 100ms}, {name: never, p99: 10ms}]");
    List<ObjectiveRecord> found = search(plan, 3, 500);

    assertThat(found.get(0).lowerPerSecond()).isLessThan(found.get(1).lowerPerSecond());
    assertThat(found.get(2).finding()).isEqualTo("NONE");
    assertThat(found.get(2).sentence()).contains("No rate had 99 % answered right within 10 ms");
  }

  @Test
  void theSameSeedGivesTheSameTrials() {
    CapacityPlan plan = plan("[{name: near, p99: 100ms}]");
    SlotSimulation one = new SlotSimulation(plan, 7, 1, SLOTS, SERVICE_NANOS);
    SlotSimulation other = new SlotSimulation(plan, 7, 1, SLOTS, SERVICE_NANOS);

    assertThat(one.trial(480, 10)).isEqualTo(other.trial(480, 10));
    assertThat(new SlotSimulation(plan, 8, 1, SLOTS, SERVICE_NANOS).trial(480, 10))
        .isNotEqualTo(one.trials().getFirst());
  }

  @Test
  void countsWhoCameAboveTheBoundAsBad() {
    CapacityPlan plan = plan("[{name: near, p99: 100ms}]");
    TrialRecord trial = new SlotSimulation(plan, 1, 1, SLOTS, SERVICE_NANOS).trial(1_000, 10);

    assertThat(trial.planned()).isEqualTo(10_000);
    assertThat(trial.good()).isBetween(4_900L, 5_300L);
    assertThat(trial.inTime().get("near")).isLessThan(1_500);
  }
}
