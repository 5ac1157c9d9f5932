package rebound.chaos.measure;

import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;
import org.HdrHistogram.Histogram;

/// What one population did in about one second of a phase. The histograms are copies.
///
/// @param population the population's name
/// @param startNanos start of the interval, nanoseconds after the phase's start
/// @param endNanos end of the interval, nanoseconds after the phase's start
/// @param attempted attempts that became due
/// @param completed complete responses
/// @param good right answers within their deadline
/// @param shed refusals on purpose
/// @param failed attempts that ended timed out, broken or without a connection
/// @param troubles what went wrong by its kind, only what did: failures by their [ErrorKind], and
///     shed, wrong status, late, unsent
/// @param inFlight requests in flight at the end of the interval
/// @param openConnections connections standing at the end of the interval
/// @param response response times that ended in the interval, nanoseconds
/// @param service service times that ended in the interval, nanoseconds
public record IntervalSample(
    String population,
    long startNanos,
    long endNanos,
    long attempted,
    long completed,
    long good,
    long shed,
    long failed,
    Map<String, Long> troubles,
    int inFlight,
    int openConnections,
    Histogram response,
    Histogram service) {

  /// Copies the kinds, in the order of their names.
  public IntervalSample {
    troubles = Collections.unmodifiableSortedMap(new TreeMap<>(troubles));
  }

  /// This interval and the one after it as one.
  ///
  /// @param next of the same population, from this one's end on
  public IntervalSample and(IntervalSample next) {
    if (!population.equals(next.population) || next.startNanos < startNanos) {
      throw new IllegalArgumentException(
          next.population + " at " + next.startNanos + " ns does not go on with " + population);
    }
    Map<String, Long> both = new TreeMap<>(troubles);
    next.troubles.forEach((kind, count) -> both.merge(kind, count, Long::sum));
    return new IntervalSample(
        population,
        startNanos,
        next.endNanos,
        attempted + next.attempted,
        completed + next.completed,
        good + next.good,
        shed + next.shed,
        failed + next.failed,
        both,
        next.inFlight,
        next.openConnections,
        sum(response, next.response),
        sum(service, next.service));
  }

  private static Histogram sum(Histogram one, Histogram other) {
    Histogram sum =
        new Histogram(
            one.getLowestDiscernibleValue(),
            Math.max(one.getHighestTrackableValue(), other.getHighestTrackableValue()),
            one.getNumberOfSignificantValueDigits());
    sum.add(one);
    sum.add(other);
    return sum;
  }
}
