package rebound.chaos.process;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import rebound.chaos.heal.Fault;
import rebound.chaos.heal.ProcessIdentity;

/// Ends a process; closing starts it again, in the way that the run knows. Used by one thread.
///
/// Nothing is given to a watchdog: a killed process harms nobody when the run is gone too.
public final class Kill implements Fault {
  private static final Duration LOOK_AGAIN = Duration.ofMillis(5);

  private final ProcessIdentity process;
  private final String signal;
  private final Restart restart;
  private boolean healed;

  /// Starts again what was killed.
  public interface Restart {
    void start() throws IOException;
  }

  private Kill(ProcessIdentity process, String signal, Restart restart) {
    this.process = process;
    this.signal = signal;
    this.restart = restart;
  }

  /// Sends the signal and waits until the process is gone.
  ///
  /// @param signal `KILL` or `TERM`
  /// @param atMost how long a process that drains may take
  /// @param restart what closing does
  /// @throws IOException when it cannot be signalled or is still there
  public static Kill of(ProcessIdentity process, String signal, Duration atMost, Restart restart)
      throws IOException {
    if (!signal.equals("KILL") && !signal.equals("TERM")) {
      throw new IllegalArgumentException("signal " + signal + " may not end it; use KILL or TERM");
    }
    process.signal(signal);
    long startNanos = System.nanoTime();
    while (process.isAlive()) {
      if (System.nanoTime() - startNanos > atMost.toNanos()) {
        throw new IOException(
            "pid %d is still there %d ms after SIG%s; use KILL or a longer time"
                .formatted(process.pid(), atMost.toMillis(), signal));
      }
      LockSupport.parkNanos(LOOK_AGAIN.toNanos());
    }
    return new Kill(process, signal, restart);
  }

  @Override
  public String what() {
    return "SIG" + signal + " to pid " + process.pid();
  }

  @Override
  public void close() throws IOException {
    if (!healed) {
      restart.start();
      healed = true;
    }
  }
}
