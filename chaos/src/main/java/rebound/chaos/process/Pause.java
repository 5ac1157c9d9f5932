package rebound.chaos.process;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import rebound.chaos.heal.Fault;
import rebound.chaos.heal.Guardian;
import rebound.chaos.heal.ProcessIdentity;
import rebound.chaos.heal.Remedy;

/// Stops processes with SIGSTOP until it is closed, which sends SIGCONT. Used by one thread.
public final class Pause implements Fault {
  private final List<ProcessIdentity> processes;
  private final List<Guardian.Guarded> guarded = new ArrayList<>();
  private boolean healed;

  private Pause(List<ProcessIdentity> processes) {
    this.processes = List.copyOf(processes);
  }

  /// Stops them, the first one first: a parent before the children that it would miss.
  ///
  /// @throws IOException when one cannot be stopped; then those before it go on again
  public static Pause of(List<ProcessIdentity> processes, Guardian guardian) throws IOException {
    Pause pause = new Pause(processes);
    try {
      for (ProcessIdentity process : pause.processes) {
        pause.guarded.add(guardian.guard(new Remedy.Signal("CONT", process)));
      }
      for (ProcessIdentity process : pause.processes) {
        process.signal("STOP");
      }
      return pause;
    } catch (IOException failed) {
      try {
        pause.close();
      } catch (IOException alsoFailed) {
        failed.addSuppressed(alsoFailed);
      }
      throw failed;
    }
  }

  @Override
  public String what() {
    return "pause of pid " + processes.stream().map(ProcessIdentity::pid).toList();
  }

  /// Lets them go on. One that has ended meanwhile needs no healing.
  @Override
  public void close() throws IOException {
    if (healed) {
      return;
    }
    IOException first = null;
    for (ProcessIdentity process : processes.reversed()) {
      try {
        if (process.isAlive()) {
          process.signal("CONT");
        }
      } catch (IOException failed) {
        if (process.isAlive()) {
          first = first == null ? failed : first;
        }
      }
    }
    if (first != null) {
      throw first;
    }
    healed = true;
    for (Guardian.Guarded remedy : guarded) {
      remedy.release();
    }
  }
}
