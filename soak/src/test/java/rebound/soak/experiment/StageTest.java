package rebound.soak.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.junit.jupiter.api.Test;
import rebound.soak.Records;
import rebound.soak.evidence.PhaseRecord;
import rebound.soak.journal.Event;
import rebound.soak.plan.Phase;
import rebound.soak.planfile.PlanLibrary;
import rebound.soak.planfile.PlanReader;

class StageTest {
  private static final Phase PHASE =
      PlanReader.read(PlanLibrary.find("resilience")).phases().getFirst();

  /// Shows what it is told to, one attempt after the other.
  private static final class Told implements Stage {
    private final Deque<PhaseRecord> attempts;
    private final List<String> notes = new ArrayList<>();
    private final List<PhaseRecord> kept = new ArrayList<>();

    Told(PhaseRecord... attempts) {
      this.attempts = new ArrayDeque<>(List.of(attempts));
    }

    @Override
    public Performed perform(Phase phase, int attempt, long seed) {
      return new Performed(attempts.remove(), List.of());
    }

    @Override
    public void keep(Event event) {
      if (event instanceof Event.Noted noted) {
        notes.add(noted.text());
      }
      if (event instanceof Event.PhaseEnded ended) {
        kept.add(ended.record());
      }
    }

    @Override
    public boolean over() {
      return false;
    }
  }

  @Test
  void aDisturbedPhaseIsDoneAgainAndItsSilenceIsNotForgotten()
      throws IOException, InterruptedException {
    PhaseRecord calm = Records.phase("c64", 5_000, 500);
    Told stage = new Told(Records.disturbed("c64", 3_100), Records.disturbed("c64", 300), calm);

    stage.settle(PHASE, 3, 1);

    assertThat(stage.kept).containsExactly(calm);
    assertThat(stage.notes).hasSize(2);
    assertThat(stage.notes.get(0))
        .endsWith("the driver was late; in it no probe was answered for at least 3100 ms");
    assertThat(stage.notes.get(1)).endsWith("the driver was late");
  }

  @Test
  void theLastAttemptCountsHoweverItWas() throws IOException, InterruptedException {
    PhaseRecord disturbed = Records.disturbed("c64", 300);
    Told stage = new Told(Records.disturbed("c64", 300), disturbed);

    stage.settle(PHASE, 2, 1);

    assertThat(stage.kept).containsExactly(disturbed);
  }
}
