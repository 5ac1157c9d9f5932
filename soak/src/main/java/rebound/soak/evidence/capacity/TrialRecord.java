package rebound.soak.evidence.capacity;

import java.util.List;
import java.util.Map;

/// One rate, offered for some time.
///
/// @param phase the phase in which it was
/// @param process which fresh process of the target, from 1
/// @param attempt 1, or more where the trial was done again
/// @param perSecond offered rate
/// @param seconds how long it was to be offered, and was, but where it ended early
/// @param full false for a short trial that only narrows the search
/// @param planned requests that became due
/// @param good right answers before the deadline
/// @param inTime right answers within each objective's limit, by its name
/// @param goodPerSecond right answers before the deadline, per second
/// @param p50Millis median response time of all answers but refusals; null where too few
/// @param p99Millis its 99th percentile
/// @param cpuMillisPerGood CPU of the target for each good answer; null where unreadable
/// @param peakRssBytes highest resident memory of the target; null where unreadable
/// @param recoveredSeconds how long the target took, before this trial, until it served light load
///     again; null where it did not within the allowed time
/// @param endedAfterSeconds when it ended because it could keep no objective any more: it decides
///     as if it had failed in full; null where it was offered to its end
/// @param valid false when the driver or the machine spoiled it: then it says nothing of the rate
/// @param reasons why not, a sentence each
public record TrialRecord(
    String phase,
    int process,
    int attempt,
    double perSecond,
    double seconds,
    boolean full,
    long planned,
    long good,
    Map<String, Long> inTime,
    double goodPerSecond,
    Double p50Millis,
    Double p99Millis,
    Double cpuMillisPerGood,
    Long peakRssBytes,
    Double recoveredSeconds,
    Double endedAfterSeconds,
    boolean valid,
    List<String> reasons) {

  /// Copies map and list.
  public TrialRecord {
    inTime = Map.copyOf(inTime);
    reasons = List.copyOf(reasons);
  }

  /// How long it really was offered.
  public double offeredSeconds() {
    return endedAfterSeconds == null ? seconds : endedAfterSeconds;
  }

  /// Share of good answers; 0 without a planned request, since nothing was shown.
  public double goodRatio() {
    return planned == 0 ? 0 : (double) good / planned;
  }
}
