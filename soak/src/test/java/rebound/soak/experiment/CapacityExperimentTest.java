package rebound.soak.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;
import rebound.soak.capacity.finding.CapacityFindings;
import rebound.soak.evidence.PhaseRecord;
import rebound.soak.evidence.capacity.CapacityRecord;
import rebound.soak.evidence.capacity.TrialRecord;
import rebound.soak.journal.Event;
import rebound.soak.overload.StagedServer;
import rebound.soak.plan.CapacityPlan;
import rebound.soak.planfile.PlanLibrary;
import rebound.soak.planfile.PlanReader;
import rebound.soak.report.CapacityTable;

/// A search on a stage: 1,000/s are served, what comes above is refused.
class CapacityExperimentTest {
  private static final CapacityPlan PLAN =
      (CapacityPlan) PlanReader.read(PlanLibrary.find("capacity")).experiment().orElseThrow();

  private static CapacityRecord found(StagedServer server)
      throws IOException, InterruptedException {
    new CapacityExperiment(PLAN, 7, 1, server).run();
    List<TrialRecord> trials =
        server.events().stream()
            .filter(Event.TrialEnded.class::isInstance)
            .map(it -> ((Event.TrialEnded) it).record())
            .toList();
    List<PhaseRecord> phases =
        server.events().stream()
            .filter(Event.PhaseEnded.class::isInstance)
            .map(it -> ((Event.PhaseEnded) it).record())
            .toList();
    return CapacityFindings.of(PLAN, trials, phases, 7);
  }

  @Test
  void findsTheSameAnswerWithTrialsThatEndEarly() throws IOException, InterruptedException {
    CapacityRecord found = found(new StagedServer(true, true));

    assertThat(found.objectives())
        .allSatisfy(
            it -> {
              assertThat(it.finding()).isEqualTo("FOUND");
              assertThat(it.lowerPerSecond()).isBetween(950.0, 1_012.0);
              assertThat(it.upperPerSecond()).isBetween(1_000.0, 1_060.0);
            });
  }

  @Test
  void aTrialThatCannotPassAnyMoreEndsEarlyAndFailsInFull()
      throws IOException, InterruptedException {
    CapacityRecord found = found(new StagedServer(true, true));

    List<TrialRecord> early =
        found.trials().stream().filter(it -> it.endedAfterSeconds() != null).toList();
    assertThat(early)
        .isNotEmpty()
        .allSatisfy(
            it -> {
              assertThat(it.valid()).isTrue();
              assertThat(it.perSecond()).isGreaterThan(1_000);
              assertThat(it.endedAfterSeconds()).isLessThan(it.seconds());
            });
    assertThat(early).as("a full one among them").anyMatch(TrialRecord::full);
    assertThat(found.trials())
        .filteredOn(it -> it.perSecond() <= 1_000)
        .allMatch(it -> it.endedAfterSeconds() == null);
    assertThat(CapacityTable.counts(found)).contains(early.size() + " ended early");
  }

  @Test
  void whereAllIsServedNoTrialEndsEarly() throws IOException, InterruptedException {
    // Refuses nothing and collapses: the bound is the same, trials below it are whole.
    CapacityRecord found = found(new StagedServer(false, true));

    assertThat(found.trials())
        .filteredOn(it -> it.perSecond() <= 1_000)
        .isNotEmpty()
        .allMatch(it -> it.valid() && it.endedAfterSeconds() == null);
  }
}
