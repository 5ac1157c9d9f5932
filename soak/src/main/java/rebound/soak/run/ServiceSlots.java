package rebound.soak.run;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import org.HdrHistogram.Histogram;
import rebound.chaos.measure.IntervalSample;
import rebound.chaos.measure.Latencies;
import rebound.soak.verdict.recovery.ServiceWindow;

/// The service of one population in one phase, cut into windows of one length: which length the
/// load allows is known only afterwards, so there is one of these for each. Used by the run's one
/// thread.
final class ServiceSlots {
  // The driver's slices end a little early or late.
  private static final double SLACK = 0.05;

  /// One window's counts.
  ///
  /// @param startSeconds from the phase's start
  /// @param scheduled whether requests were due by a schedule; clients that wait for answers ask
  ///     less when service is bad
  /// @param p95Millis of response time; empty where nothing was answered
  /// @param p99Millis of response time; empty where nothing was answered
  record Slot(
      double startSeconds,
      double seconds,
      boolean scheduled,
      long attempted,
      long good,
      OptionalDouble p95Millis,
      OptionalDouble p99Millis) {

    double endSeconds() {
      return startSeconds + seconds;
    }

    /// The window that it is.
    ///
    /// @param sinceSeconds instant of the phase from which time counts
    /// @param offeredPerSecond λ
    /// @param quantile 0.99 or 0.95
    ServiceWindow window(
        double sinceSeconds, double offeredPerSecond, double quantile, boolean probeFailed) {
      return new ServiceWindow(
          startSeconds - sinceSeconds,
          scheduled
              ? ServiceWindow.scheduledRatio(good, attempted, offeredPerSecond * seconds)
              : good / (offeredPerSecond * seconds),
          quantile == 0.99 ? p99Millis : p95Millis,
          probeFailed);
    }
  }

  private final double lengthSeconds;
  private final int most;
  private final boolean scheduled;
  private final List<Slot> slots = new ArrayList<>();
  private final Histogram response = Latencies.histogram();
  private double startSeconds;
  private double endSeconds;
  private long attempted;
  private long good;
  private boolean begun;

  /// Cuts windows.
  ///
  /// @param most windows that are kept, the latest
  /// @param scheduled whether the population's requests are due by a schedule
  ServiceSlots(double lengthSeconds, int most, boolean scheduled) {
    this.lengthSeconds = lengthSeconds;
    this.most = most;
    this.scheduled = scheduled;
  }

  void add(IntervalSample sample) {
    if (!begun) {
      startSeconds = sample.startNanos() / 1e9;
      begun = true;
    }
    endSeconds = sample.endNanos() / 1e9;
    attempted += sample.attempted();
    good += sample.good();
    response.add(sample.response());
    if (endSeconds - startSeconds >= (1 - SLACK) * lengthSeconds) {
      close();
    }
  }

  private void close() {
    slots.add(
        new Slot(
            startSeconds,
            endSeconds - startSeconds,
            scheduled,
            attempted,
            good,
            millis(95),
            millis(99)));
    if (slots.size() > most + most / 2) {
      slots.subList(0, slots.size() - most).clear();
    }
    response.reset();
    attempted = 0;
    good = 0;
    begun = false;
  }

  private OptionalDouble millis(double percentile) {
    return response.getTotalCount() == 0
        ? OptionalDouble.empty()
        : OptionalDouble.of(response.getValueAtPercentile(percentile) / 1e6);
  }

  double lengthSeconds() {
    return lengthSeconds;
  }

  /// The whole windows so far.
  List<Slot> slots() {
    return slots;
  }

  /// Attempts a second over all windows.
  double perSecond() {
    double seconds = slots.stream().mapToDouble(Slot::seconds).sum();
    return slots.stream().mapToLong(Slot::attempted).sum() / Math.max(1e-9, seconds);
  }
}
