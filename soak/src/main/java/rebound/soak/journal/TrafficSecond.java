package rebound.soak.journal;

import java.util.Map;
import org.HdrHistogram.Histogram;
import rebound.chaos.measure.IntervalSample;

/// What one population did in about a second, without its histograms: those stand in the histogram
/// log.
///
/// @param population its name
/// @param seconds length of the interval
/// @param attempted attempts that became due
/// @param completed complete responses
/// @param good right answers in time
/// @param shed refusals on purpose
/// @param failed attempts that timed out, broke or found no connection
/// @param troubles what went wrong by its kind, only what did; null in journals from before
/// @param inFlight requests in flight at its end
/// @param connections connections standing at its end
/// @param responseP50Millis median response time; null without a sample
/// @param responseP99Millis 99th percentile; of a second it is a hint, not a claim
/// @param responseMaxMillis longest
/// @param serviceP50Millis median service time
/// @param serviceP99Millis 99th percentile
public record TrafficSecond(
    String population,
    double seconds,
    long attempted,
    long completed,
    long good,
    long shed,
    long failed,
    Map<String, Long> troubles,
    int inFlight,
    int connections,
    Double responseP50Millis,
    Double responseP99Millis,
    Double responseMaxMillis,
    Double serviceP50Millis,
    Double serviceP99Millis) {

  /// The driver's sample without its histograms.
  public static TrafficSecond of(IntervalSample sample) {
    return new TrafficSecond(
        sample.population(),
        (sample.endNanos() - sample.startNanos()) / 1e9,
        sample.attempted(),
        sample.completed(),
        sample.good(),
        sample.shed(),
        sample.failed(),
        sample.troubles(),
        sample.inFlight(),
        sample.openConnections(),
        millis(sample.response(), 50),
        millis(sample.response(), 99),
        millis(sample.response(), 100),
        millis(sample.service(), 50),
        millis(sample.service(), 99));
  }

  private static Double millis(Histogram histogram, double percentile) {
    return histogram.getTotalCount() == 0
        ? null
        : Math.round(histogram.getValueAtPercentile(percentile) / 1e3) / 1e3;
  }
}
