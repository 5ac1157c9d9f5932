package rebound.soak.judge;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;
import rebound.soak.plan.Gate;
import rebound.soak.plan.Plan;
import rebound.soak.planfile.PlanLibrary;
import rebound.soak.planfile.PlanReader;
import rebound.soak.planfile.YamlFile;

class OverloadGatesTest {
  private static Plan plan(String steps) {
    YamlFile file = PlanLibrary.find("overload");
    file.set("overload.steps", steps, "--set");
    return PlanReader.read(file);
  }

  private static String unasked(String metric, Plan plan) {
    Gate gate =
        new Gate(
            metric,
            Optional.empty(),
            Optional.empty(),
            OptionalDouble.of(0.9),
            OptionalDouble.empty(),
            Optional.empty());
    return OverloadGates.unasked(gate, plan, null);
  }

  @Test
  void aGateWhoseStepIsNotPlannedIsLeftOutAndAPlannedOneIsNot() {
    Plan plan = plan("[0.5, 2]");

    assertThat(unasked("overload.efficiencyAt10", plan)).contains("no step at 10 times");
    assertThat(unasked("overload.fractionAt5", plan)).contains("no step at 5 times");
    assertThat(unasked("overload.efficiencyAt2", plan)).isEmpty();
    assertThat(unasked("overload.plateauFraction", plan)).isEmpty();
    assertThat(unasked("overload.recoveredRatio", plan)).isEmpty();
  }

  @Test
  void withoutAStepPastCapacityThereIsNoPlateau() {
    assertThat(unasked("overload.plateauFraction", plan("[0.5, 1]"))).contains("no step from");
  }
}
