package rebound.soak.evidence.capacity;

import java.util.List;

/// The highest rate that kept an objective. Several processes: the median of their bounds.
///
/// @param name the objective's name
/// @param p99LimitMillis 99 % of the requests are answered right within it
/// @param leastGoodRatio share of requests that are answered right before the deadline
/// @param finding `FOUND` between two bounds; `LOWER_BOUND` where no rate broke it; `WIDE` where
///     the search ended before the bounds met; `NONE` where no rate kept it; `UNKNOWN` where
///     nothing was decided
/// @param lowerPerSecond largest rate that kept it; 0 for none
/// @param upperPerSecond smallest rate that did not; null for none
/// @param goodPerSecond good answers a second at the lower bound
/// @param unmeasurablePerSecond smallest rate above it at which no trial could be trusted; null for
///     none
/// @param processesPerSecond the lower bound of each process
/// @param sentence all of it in words
public record ObjectiveRecord(
    String name,
    double p99LimitMillis,
    double leastGoodRatio,
    String finding,
    double lowerPerSecond,
    Double upperPerSecond,
    double goodPerSecond,
    Double unmeasurablePerSecond,
    List<Double> processesPerSecond,
    String sentence) {

  /// Copies the list.
  public ObjectiveRecord {
    processesPerSecond = List.copyOf(processesPerSecond);
  }
}
