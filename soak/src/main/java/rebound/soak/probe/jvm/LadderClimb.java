package rebound.soak.probe.jvm;

import java.io.IOException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import rebound.soak.evidence.sample.JvmSample;
import rebound.soak.evidence.sample.Ladder;
import rebound.soak.evidence.sample.Reading;
import rebound.soak.probe.target.TargetSource;

/// Climbs the attribution ladder at the end of the last rest, after all passive readings: it
/// changes what it measures. Takes some seconds.
public final class LadderClimb {
  /// Serial gives back what is free in four steps (ShrinkHeapInSteps).
  private static final int COLLECTIONS = 4;

  private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(200);
  private static final long SETTLE_NANOS = TimeUnit.SECONDS.toNanos(3);
  private static final long STILL_BYTES = 256 * 1024;

  private LadderClimb() {}

  /// Collects, trims, and reads resident memory after each.
  ///
  /// @param jvm the target
  /// @param source where its resident memory is read
  /// @param baseline of the JVM, at the warm baseline
  public static Ladder climb(JvmProbe jvm, TargetSource source, JvmSample baseline) {
    Reading before = source.sample().residentBytes();
    Reading collected = step(source, () -> collect(jvm));
    Reading trimmed = step(source, jvm::trimNativeHeap);
    return new Ladder(before, collected, trimmed, baseline, jvm.read());
  }

  private interface Step {
    void take() throws IOException;
  }

  private static void collect(JvmProbe jvm) throws IOException {
    for (int i = 0; i < COLLECTIONS; i++) {
      jvm.collect();
    }
  }

  private static Reading step(TargetSource source, Step step) {
    try {
      step.take();
    } catch (IOException e) {
      return Reading.unreadable(String.valueOf(e.getMessage()));
    }
    return settled(source);
  }

  /// Collectors that uncommit on a thread of their own need a moment.
  private static Reading settled(TargetSource source) {
    long end = System.nanoTime() + SETTLE_NANOS;
    Reading before = source.sample().residentBytes();
    while (System.nanoTime() < end) {
      LockSupport.parkNanos(LOOK_NANOS);
      Reading now = source.sample().residentBytes();
      if (Math.abs(now.since(before).amount().orElse(0)) < STILL_BYTES) {
        return now;
      }
      before = now;
    }
    return before;
  }
}
