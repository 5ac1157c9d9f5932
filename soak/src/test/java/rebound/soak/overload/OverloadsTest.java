package rebound.soak.overload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import rebound.soak.evidence.PhaseRecord;
import rebound.soak.evidence.overload.OverloadRecord;
import rebound.soak.evidence.overload.StepRecord;
import rebound.soak.experiment.OverloadExperiment;
import rebound.soak.journal.Event;
import rebound.soak.plan.OverloadPlan;
import rebound.soak.planfile.PlanLibrary;
import rebound.soak.planfile.PlanReader;

class OverloadsTest {
  private static final OverloadPlan PLAN =
      (OverloadPlan) PlanReader.read(PlanLibrary.find("overload")).experiment().orElseThrow();

  private static OverloadRecord found(StagedServer server)
      throws IOException, InterruptedException {
    new OverloadExperiment(PLAN, 7, false, server).run();
    return Overloads.of(PLAN, server.records(), new OverloadSeconds(), 1);
  }

  @Test
  void findsCapacityAndTheCostOfARefusal() throws IOException, InterruptedException {
    OverloadRecord found = found(new StagedServer(true, true));

    assertThat(found.capacityPerSecond()).isCloseTo(1_000, within(30.0));
    assertThat(found.cpuBound()).isTrue();
    assertThat(found.servedCpuMicros()).isCloseTo(1_000, within(1.0));
    assertThat(found.shedCpuMicros()).isCloseTo(200, within(1.0));
    assertThat(found.shedCostRatio()).isCloseTo(0.2, within(0.001));
  }

  @Test
  void aServerThatRefusesWellReachesWhatIsAttainable() throws IOException, InterruptedException {
    OverloadRecord found = found(new StagedServer(true, true));

    // (1 − 2·0.2)/(1 − 0.2) at twice the capacity, and nothing left at five times.
    assertThat(found.fractionAt2()).isCloseTo(0.75, within(0.03));
    assertThat(found.efficiencyAt2()).isCloseTo(1, within(0.05));
    assertThat(found.fractionAt5()).isCloseTo(0, within(0.03));
    assertThat(found.honesty()).isEqualTo(1);
    assertThat(found.shedP99Millis()).isCloseTo(1, within(0.01));
    assertThat(found.steps()).hasSize(11).extracting(StepRecord::nominal).isSorted();
    assertThat(found.recoveredRatio()).isEqualTo(1);
    assertThat(found.slowestRecoverySeconds()).as("the pause counts").isCloseTo(1.5, within(0.01));
    assertThat(found.metastable()).isZero();
    assertThat(found.storms())
        .extracting(it -> it.state())
        .containsExactly("RECOVERED", "RECOVERED");
    assertThat(found.sentences()).anyMatch(it -> it.contains("0.20 of a served request's"));
  }

  @Test
  void aServerThatCollapsesSaysSo() throws IOException, InterruptedException {
    OverloadRecord found = found(new StagedServer(false, false));

    assertThat(found.fractionAt2()).isZero();
    assertThat(found.efficiencyAt2()).isZero();
    assertThat(found.shedCostRatio()).isNull();
    assertThat(found.honesty()).isZero();
    assertThat(found.hysteresisRatio()).isCloseTo(0.8, within(0.01));
    assertThat(found.metastable()).isEqualTo(1);
    assertThat(found.storms().getFirst().state()).isEqualTo("METASTABLE");
    assertThat(found.storms().getFirst().vulnerable()).isTrue();
    assertThat(found.storms().getLast().vulnerable()).isFalse();
    // (0.7 − 0.2)·5 s/(1 − 0.7).
    assertThat(found.storms().getFirst().drainSeconds()).isCloseTo(8.33, within(0.01));
    assertThat(found.sentences())
        .anyMatch(it -> it.contains("collapses"))
        .anyMatch(it -> it.contains("refused nothing"))
        .anyMatch(it -> it.contains("a metastable failure"));
  }

  @Test
  void theSecondStormWaitsUntilTheFirstIsOver() throws IOException, InterruptedException {
    StagedServer server = new StagedServer(true, Set.of("storm-free", "storm-free-back"));
    OverloadRecord found = found(server);

    assertThat(server.records())
        .extracting(PhaseRecord::name)
        .endsWith(
            "storm-free", "storm-free-shed", "storm-free-back", "storm-between", "storm-budget");
    assertThat(found.storms()).extracting(it -> it.state()).containsExactly("BROKEN", "RECOVERED");
  }

  @Test
  void aFirstStormThatDoesNotEndLeavesTheSecondUnjudged() throws IOException, InterruptedException {
    StagedServer server =
        new StagedServer(true, Set.of("storm-free", "storm-free-back", "storm-between"));
    OverloadRecord found = found(server);

    assertThat(server.records()).extracting(PhaseRecord::name).doesNotContain("storm-budget");
    assertThat(found.storms()).extracting(it -> it.state()).containsExactly("BROKEN");
    assertThat(found.metastable()).isEqualTo(1);
    assertThat(server.events())
        .filteredOn(Event.Noted.class::isInstance)
        .last()
        .asString()
        .contains("with a budget are not judged");
  }

  @Test
  void goodputStaysOnlyWhereADependencySetsTheCapacity() throws IOException, InterruptedException {
    StagedServer server = new StagedServer(true, true);
    assertThat(found(server).plateauFraction()).as("the processors' refusals cost").isNull();

    List<PhaseRecord> idle =
        server.records().stream().map(it -> with(it, true, 0.01 * it.cpuSeconds())).toList();
    OverloadRecord found = Overloads.of(PLAN, idle, new OverloadSeconds(), 1);
    assertThat(found.cpuBound()).isFalse();
    assertThat(found.plateauFraction()).as("nothing is left at ten times").isZero();
  }

  @Test
  void anUntrustedStepIsShownAndIsNoFigure() throws IOException, InterruptedException {
    StagedServer server = new StagedServer(true, true);
    new OverloadExperiment(PLAN, 7, false, server).run();
    List<PhaseRecord> spoiled =
        server.records().stream()
            .map(it -> it.name().equals("step-2") ? with(it, false, it.cpuSeconds()) : it)
            .toList();
    OverloadRecord found = Overloads.of(PLAN, spoiled, new OverloadSeconds(), 1);

    assertThat(found.steps()).hasSize(11);
    assertThat(found.fractionAt2()).isNull();
    assertThat(found.fractionAt10()).isZero();
    assertThat(found.efficiencyAt10()).as("nothing attainable, nothing lost").isEqualTo(1);
  }

  @Test
  void stepsComeInAnOrderOfTheSeedWithACheckBehindEach() throws IOException, InterruptedException {
    StagedServer server = new StagedServer(true, true);
    new OverloadExperiment(PLAN, 7, false, server).run();
    List<String> names = server.records().stream().map(PhaseRecord::name).toList();
    List<String> steps = names.stream().filter(it -> it.startsWith("step-")).toList();

    assertThat(steps)
        .doesNotHaveDuplicates()
        .hasSize(11)
        .isNotEqualTo(steps.stream().sorted().toList());
    for (String step : steps) {
      assertThat(names.get(names.indexOf(step) + 1)).isEqualTo(step.replace("step-", "check-"));
    }
    assertThat(names).contains("spike", "storm-free", "storm-budget", "up-1-25", "down-1-25");
    assertThat(names).doesNotContain("storm-free-shed", "storm-between");
  }

  private static PhaseRecord with(PhaseRecord it, boolean trusted, double cpuSeconds) {
    return new PhaseRecord(
        it.name(),
        it.title(),
        it.kind(),
        it.startSeconds(),
        it.seconds(),
        it.attempt(),
        it.applicable(),
        it.populations(),
        it.ceilingPerSecond(),
        it.memory(),
        cpuSeconds,
        it.cpuSecondsPer100k(),
        cpuSeconds / it.seconds(),
        it.liveness(),
        it.machine(),
        it.database(),
        it.driver(),
        trusted,
        trusted ? List.of() : List.of("the driver was late"),
        it.faults(),
        it.recovery());
  }
}
