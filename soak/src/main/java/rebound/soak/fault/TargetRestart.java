package rebound.soak.fault;

import java.io.IOException;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import rebound.chaos.heal.Fault;
import rebound.chaos.heal.ProcessIdentity;
import rebound.chaos.process.Kill;
import rebound.soak.target.StartException;
import rebound.soak.target.StartedTarget;

/// Ends the target; closing starts it again and waits for its first good answer. A run that is
/// killed meanwhile leaves no target behind: that one is gone already. Used by the run's one
// thread.
final class TargetRestart implements Fault {
  private static final Logger LOG = LoggerFactory.getLogger(TargetRestart.class);
  private static final Duration DRAINS_WITHIN = Duration.ofSeconds(20);

  private final Kill kill;
  private final StartedTarget target;

  private TargetRestart(Kill kill, StartedTarget target) {
    this.kill = kill;
    this.target = target;
  }

  /// Ends it; it is gone when this returns.
  ///
  /// @param signal `KILL` or `TERM`
  /// @param successor hears of the new process
  static TargetRestart of(StartedTarget target, String signal, FaultKit.Successor successor)
      throws IOException {
    ProcessIdentity process = ProcessIdentity.of(target.pid().getAsLong());
    target.endsOnPurpose();
    Kill kill =
        Kill.of(
            process,
            signal,
            DRAINS_WITHIN,
            () -> {
              if (startAgain(target)) {
                successor.runs(target.pid().getAsLong());
              }
            });
    return new TargetRestart(kill, target);
  }

  /// A target that does not come back is dead, which is a finding and no failure of the run.
  private static boolean startAgain(StartedTarget target) throws IOException {
    try {
      target.startAgain();
      return true;
    } catch (StartException neverReady) {
      LOG.error("the target did not come back: {}", neverReady.getMessage());
      return false;
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted while the target was started again", interrupted);
    }
  }

  @Override
  public String what() {
    return "restart of the target by " + kill.what();
  }

  /// Milliseconds from spawning the new process to its first good answer, once it is closed.
  ///
  /// @return null when it did not come back
  Double firstGoodMillis() {
    return target.alive() ? target.startupMillis().getAsDouble() : null;
  }

  @Override
  public void close() throws IOException {
    kill.close();
  }
}
