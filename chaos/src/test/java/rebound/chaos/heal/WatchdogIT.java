package rebound.chaos.heal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class WatchdogIT {
  private Process victim;
  private ProcessIdentity identity;

  @BeforeEach
  void startVictim() throws IOException {
    victim = new ProcessBuilder("sleep", "120").start();
    identity = ProcessIdentity.of(victim.pid());
  }

  @AfterEach
  void endVictim() {
    victim.destroyForcibly();
  }

  @Test
  void appliesWhatWasNotReleasedWhenItsInputEnds() throws Exception {
    try (Watchdog watchdog = Watchdog.start()) {
      watchdog.guard(new Remedy.Signal("KILL", identity));
    }
    assertThat(victim.waitFor(5, TimeUnit.SECONDS)).isTrue();
  }

  @Test
  void leavesAloneWhatWasReleased() throws Exception {
    try (Watchdog watchdog = Watchdog.start()) {
      Guardian.Guarded first = watchdog.guard(new Remedy.Signal("KILL", identity));
      watchdog.guard(new Remedy.Signal("CONT", identity));
      first.release();
    }
    assertThat(identity.isAlive()).isTrue();
  }

  @Test
  void leavesAProcessAloneThatWasGivenTheSameNumberLater() throws Exception {
    ProcessIdentity earlier = new ProcessIdentity(identity.pid(), identity.startTicks() - 1);
    try (Watchdog watchdog = Watchdog.start()) {
      watchdog.guard(new Remedy.Signal("KILL", earlier));
    }
    assertThat(identity.isAlive()).isTrue();
    assertThat(earlier.isAlive()).isFalse();
    assertThatThrownBy(() -> earlier.signal("KILL"))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("another process");
    assertThat(identity.isAlive()).isTrue();
  }

  @Test
  void doesNotTakeARemedyWhenItIsGone() throws Exception {
    Watchdog watchdog = Watchdog.start();
    try {
      ProcessHandle.of(watchdog.pid()).orElseThrow().destroyForcibly();
      assertThatThrownBy(() -> watchdog.guard(new Remedy.Signal("CONT", identity)))
          .isInstanceOf(IOException.class);
    } finally {
      watchdog.close();
    }
  }

  @Test
  void survivesTheSignalsThatEndItsParent() throws Exception {
    try (Watchdog watchdog = Watchdog.start()) {
      ProcessIdentity shell = ProcessIdentity.of(watchdog.pid());
      shell.signal("INT");
      shell.signal("TERM");
      shell.signal("HUP");
      watchdog.guard(new Remedy.Signal("CONT", identity)).release();
      assertThat(shell.isAlive()).isTrue();
    }
  }
}
