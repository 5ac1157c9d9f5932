package rebound.soak.planfile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import rebound.soak.plan.OverloadPlan;
import rebound.soak.plan.SurfacePlan;

class SweepTest {
  private static SurfacePlan swept(String key, String range) {
    YamlFile file = PlanLibrary.find("surface");
    Sweep.set(file, key, range);
    return (SurfacePlan) PlanReader.read(file).experiment().orElseThrow();
  }

  @Test
  void placesAreEvenOnALogarithmicScaleWithBothEnds() {
    assertThat(swept("connections", "8..512").connections())
        .containsExactly(8, 16, 32, 64, 128, 256, 512);
    assertThat(swept("connections", "1..100:3").connections()).containsExactly(1, 10, 100);
    assertThat(swept("database.delay", "1..200ms").delays())
        .containsExactly(
            Duration.ofMillis(1),
            Duration.ofNanos(3_800_000),
            Duration.ofMillis(14),
            Duration.ofMillis(53),
            Duration.ofMillis(200));
    assertThat(swept("database.delay", "500us..50ms:3").delays())
        .containsExactly(Duration.ofNanos(500_000), Duration.ofMillis(5), Duration.ofMillis(50));
  }

  @ParameterizedTest
  @CsvSource({
    "database.delay, 1..200, a delay needs its unit",
    "connections, 8..512ms, no unit",
    "connections, 512..8, let it rise",
    "connections, many, is no range",
    "connections, 1..8:1, at least its two ends",
    "threads, 1..8, cannot be swept"
  })
  void aWrongAxisSaysWhatToWrite(String key, String range, String message) {
    assertThatThrownBy(() -> swept(key, range))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining(message);
  }

  @Test
  void aGridIsBounded() {
    assertThatThrownBy(() -> swept("connections", "1..1000:50"))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("5 delays × 42 connections = 210 cells");
  }

  @Test
  void onlyASurfaceCanBeSwept() {
    assertThatThrownBy(() -> Sweep.set(PlanLibrary.find("resilience"), "connections", "8..64"))
        .hasMessageContaining("draws no surface");
  }

  @Test
  void theOverloadPlanStandsAsItIsPrintedAndTakesWhatTheDocsSet() {
    YamlFile file = PlanLibrary.find("overload");
    file.set("overload.requests.0.path", "/work?micros=1000", "--set");
    file.set("overload.storm.trigger", "{process: pause}", "--set");
    file.set("overload.sustained", "{load: 2, duration: 15m}", "--set");
    file.set("overload.ways", "[]", "--set");
    file.set("overload.spike", "none", "--set");
    OverloadPlan plan = (OverloadPlan) PlanReader.read(file).experiment().orElseThrow();

    assertThat(plan.requests().getFirst().route()).isEqualTo("work");
    assertThat(plan.sustained().orElseThrow().duration()).isEqualTo(Duration.ofMinutes(15));
    assertThat(plan.spike()).isEmpty();
    assertThat(plan.storm().orElseThrow().path()).isEqualTo("/work?micros=1000");
    assertThat(PlanReader.read(PlanLibrary.find("overload")).experiment().orElseThrow().words())
        .contains("11 steps up to 10.0 times capacity");
  }
}
