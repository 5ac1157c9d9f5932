package rebound.chaos.measure;

import org.HdrHistogram.Histogram;

/// The histograms of a population, all in nanoseconds with 3 significant digits. The histograms are
/// handed over: whoever made this record writes to them no more.
///
/// @param response end minus intended time; a timed-out request counts with at least its timeout
/// @param service end minus sent
/// @param lag dispatched minus intended: the driver's own lateness, by which trust is judged
/// @param waiting sent minus dispatched: waiting for a connection, which a user would feel too
/// @param firstByte first byte of the response minus sent
/// @param connect how long connections took to open
/// @param shed end minus intended time of refusals on purpose, which stand in no other histogram
public record Latencies(
    Histogram response,
    Histogram service,
    Histogram lag,
    Histogram waiting,
    Histogram firstByte,
    Histogram connect,
    Histogram shed) {

  /// The longest value that a histogram can hold: one hour.
  public static final long HIGHEST_NANOS = 3_600_000_000_000L;

  /// A histogram as all rooms make it: auto-resizing up to an hour, 3 significant digits.
  public static Histogram histogram() {
    Histogram histogram = new Histogram(1_000, HIGHEST_NANOS, 3);
    histogram.setAutoResize(false);
    return histogram;
  }
}
