package rebound.chaos.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import rebound.chaos.heal.Fault;
import rebound.chaos.heal.Guardian;
import rebound.chaos.heal.ProcessIdentity;
import rebound.chaos.heal.Remedy;

/// Gives processes less processor time, where the machine has cgroups that may be written.
///
/// They are moved into a group of their own beside the one they are in, and back when it is closed;
/// in between they do not count there for other limits of cgroup version 2. Used by one thread.
public final class CpuQuota implements Fault {
  private static final long PERIOD_MICROS = 100_000;
  private static final AtomicLong COUNT = new AtomicLong();

  private final double cores;
  private final Path home;
  private final Path group;
  private final Guardian.Guarded guarded;
  private boolean healed;

  private CpuQuota(double cores, Path home, Path group, Guardian.Guarded guarded) {
    this.cores = cores;
    this.home = home;
    this.group = group;
    this.guarded = guarded;
  }

  /// Limits processes to a number of cores together.
  ///
  /// @param processes of one control group, for example a tree; not empty
  /// @param cores may be a fraction; 0.01 at least
  /// @throws IOException when there are no cgroups or they may not be written, with the remedy
  public static CpuQuota of(List<ProcessIdentity> processes, double cores, Guardian guardian)
      throws IOException {
    return of(Path.of("/proc"), processes, cores, guardian);
  }

  static CpuQuota of(Path proc, List<ProcessIdentity> processes, double cores, Guardian guardian)
      throws IOException {
    if (!(cores >= 0.01 && cores <= 1_024)) {
      throw new IllegalArgumentException("cores " + cores + " is no share; use 0.01 or more");
    }
    CpuGroup place = CpuGroup.of(proc, processes.getFirst().pid());
    String name = "rebound-" + ProcessHandle.current().pid() + "-" + COUNT.incrementAndGet();
    Guardian.Guarded guarded =
        guardian.guard(new Remedy.EmptyCgroup(place.parent().resolve(name), place.home()));
    Path group;
    try {
      group = place.limited(name, cores, PERIOD_MICROS);
    } catch (IOException refused) {
      guarded.release();
      throw new IOException(
          "the cgroup "
              + place.parent()
              + " may not be written; run as root or in a delegated cgroup, or leave the quota out",
          refused);
    }
    CpuQuota quota = new CpuQuota(cores, place.home(), group, guarded);
    try {
      for (ProcessIdentity process : processes) {
        if (process.isAlive()) {
          CpuGroup.enter(group, process.pid());
        }
      }
      return quota;
    } catch (IOException failed) {
      try {
        quota.close();
      } catch (IOException alsoFailed) {
        failed.addSuppressed(alsoFailed);
      }
      throw failed;
    }
  }

  @Override
  public String what() {
    return cores + " cores for the processes of " + group;
  }

  /// Moves all processes of the group back, those that were born in it too.
  @Override
  public void close() throws IOException {
    if (healed) {
      return;
    }
    for (long pid : CpuGroup.members(group)) {
      try {
        CpuGroup.enter(home, pid);
      } catch (IOException failed) {
        if (ProcessHandle.of(pid).isPresent()) {
          throw failed;
        }
      }
    }
    Files.delete(group);
    healed = true;
    guarded.release();
  }
}
