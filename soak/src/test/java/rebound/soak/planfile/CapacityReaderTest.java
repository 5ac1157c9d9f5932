package rebound.soak.planfile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import rebound.soak.plan.CapacityPlan;
import rebound.soak.plan.Plan;

class CapacityReaderTest {
  @Test
  void theBuiltInSearchHasTheDefaultsOfItsPage() {
    Plan plan = PlanReader.read(PlanLibrary.find("capacity"));
    CapacityPlan search = (CapacityPlan) plan.experiment().orElseThrow();

    assertThat(search.trials().duration()).isEqualTo(Duration.ofSeconds(10));
    assertThat(search.trials().sum()).isEqualTo(Duration.ofSeconds(30));
    assertThat(search.trials().resolution()).isEqualTo(0.05);
    assertThat(search.processes()).isEqualTo(1);
    assertThat(search.pool().orElseThrow().ceilingPerSecond()).isEqualTo(3_200);
    assertThat(search.need()).isEmpty();
    assertThat(plan.foreseeable()).hasSize(1);
  }

  @Test
  void theLongFormIsSet() {
    YamlFile file = PlanLibrary.find("capacity");
    file.set("capacity.trial", "30s", "--set");
    file.set("capacity.processes", "3", "--set");
    file.set("capacity.need.rate", "12000/s", "--need");
    CapacityPlan search = (CapacityPlan) PlanReader.read(file).experiment().orElseThrow();

    assertThat(search.trials().sum()).isEqualTo(Duration.ofSeconds(90));
    assertThat(search.processes()).isEqualTo(3);
    assertThat(search.need().orElseThrow().headroomRatio()).isEqualTo(0.3);
  }

  @Test
  void allThatIsWrongIsRefusedAtOnceWithItsPlace() {
    YamlFile file =
        YamlFile.parse(
            "mine.yaml",
            """
            plan: mine
            capacity:
              requests: [{path: /}]
              objectives: [{name: fast, p99: 50}, {name: slow}]
              tiral: 10s
              ladder: {connections: [1, none]}
              resolution: fine
            """);

    assertThatThrownBy(() -> PlanReader.read(file))
        .hasMessageContaining("mine.yaml:4:")
        .hasMessageContaining("objectives[1].p99 is missing")
        .hasMessageContaining("mine.yaml:5:3: unknown key 'capacity.tiral'")
        .hasMessageContaining("'none' is no step")
        .hasMessageContaining("'fine' is no number");
  }

  @Test
  void aLimitPastTheDeadlineIsRefused() {
    YamlFile file = PlanLibrary.find("capacity");
    file.set("capacity.deadline", "100ms", "--set");

    assertThatThrownBy(() -> PlanReader.read(file))
        .hasMessageContaining("objective usable allows PT0.2S and the deadline is PT0.1S");
  }
}
