package rebound.soak.cli;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import rebound.soak.run.Interruption;

/// On Ctrl-C or SIGTERM asks the run to end, waits until its results are written, and ends the
/// process with the exit code of an interrupted run.
final class InterruptOnSignal implements AutoCloseable {
  // Draining, stopping the target and writing results, each bounded, stay well below this.
  private static final long PATIENCE_SECONDS = 60;

  private final CountDownLatch written = new CountDownLatch(1);
  private final Thread hook;

  private InterruptOnSignal(Interruption interruption) {
    this.hook = Thread.ofPlatform().name("interrupt").unstarted(() -> end(interruption));
  }

  static InterruptOnSignal install(Interruption interruption) {
    InterruptOnSignal signal = new InterruptOnSignal(interruption);
    Runtime.getRuntime().addShutdownHook(signal.hook);
    return signal;
  }

  @Override
  public void close() {
    written.countDown();
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException goingDown) {
      // The hook runs already and ends the process.
    }
  }

  private void end(Interruption interruption) {
    interruption.ask("interrupted by a signal");
    try {
      if (!written.await(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
        System.err.println("rebound: the run did not end in time; rebound report makes its files");
      }
    } catch (InterruptedException nobodyInterruptsAHook) {
      Thread.currentThread().interrupt();
    }
    System.out.flush();
    Runtime.getRuntime().halt(ExitCode.INTERRUPTED);
  }
}
