package rebound.soak.evidence.overload;

import java.util.List;

/// What happens past capacity. Figures at 2, 5 and 10 times capacity stand beside the list, so that
/// gates find them; one that could not be offered in time is null, and its gate INVALID.
///
/// @param capacityPerSecond G0, the highest goodput of the whole sweep
/// @param cpuBound whether the target's processors, and no dependency, set it
/// @param cores processors that the target can use; null where unreadable
/// @param servedCpuMicros s, CPU of a served request; null where unknown
/// @param shedCpuMicros r, CPU of a refusal
/// @param shedCostRatio ρ = r/s
/// @param steps by rising load
/// @param up the way up
/// @param down the way down, by rising load
/// @param hysteresisRatio load at which service came back over load at which it fell; null where it
///     did not fall
/// @param hysteresisArea area between the ways over the area under the way up; null without ways
/// @param spike null without one
/// @param sustained null without a long stretch
/// @param storms without and with a budget
/// @param fractionAt2 goodput over capacity at twice the capacity
/// @param fractionAt5 at five times
/// @param fractionAt10 at ten times
/// @param efficiencyAt2 goodput over the attainable at twice the capacity
/// @param efficiencyAt5 at five times
/// @param efficiencyAt10 at ten times
/// @param plateauFraction least goodput over capacity of the trusted steps from twice it on, where
///     a dependency sets it; null where processors do, whose refusals take their share
/// @param admittedP99Millis worst of the trusted steps
/// @param shedP99Millis worst of the trusted steps past capacity
/// @param honesty worst of the trusted steps past capacity
/// @param slowestRecoverySeconds after a trusted step; null where one did not come back
/// @param recoveredRatio steps after which service came back, over those that were watched
/// @param metastable storms that end in a metastable failure or worse
/// @param sentences the findings in words
public record OverloadRecord(
    double capacityPerSecond,
    boolean cpuBound,
    Double cores,
    Double servedCpuMicros,
    Double shedCpuMicros,
    Double shedCostRatio,
    List<StepRecord> steps,
    List<StepRecord> up,
    List<StepRecord> down,
    Double hysteresisRatio,
    Double hysteresisArea,
    SpikeRecord spike,
    DriftRecord sustained,
    List<StormRecord> storms,
    Double fractionAt2,
    Double fractionAt5,
    Double fractionAt10,
    Double efficiencyAt2,
    Double efficiencyAt5,
    Double efficiencyAt10,
    Double plateauFraction,
    Double admittedP99Millis,
    Double shedP99Millis,
    Double honesty,
    Double slowestRecoverySeconds,
    Double recoveredRatio,
    int metastable,
    List<String> sentences) {
  /// Copies the lists.
  public OverloadRecord {
    steps = List.copyOf(steps);
    up = List.copyOf(up);
    down = List.copyOf(down);
    storms = List.copyOf(storms);
    sentences = List.copyOf(sentences);
  }

  /// The same with its findings in words.
  public OverloadRecord saying(List<String> words) {
    return new OverloadRecord(
        capacityPerSecond,
        cpuBound,
        cores,
        servedCpuMicros,
        shedCpuMicros,
        shedCostRatio,
        steps,
        up,
        down,
        hysteresisRatio,
        hysteresisArea,
        spike,
        sustained,
        storms,
        fractionAt2,
        fractionAt5,
        fractionAt10,
        efficiencyAt2,
        efficiencyAt5,
        efficiencyAt10,
        plateauFraction,
        admittedP99Millis,
        shedP99Millis,
        honesty,
        slowestRecoverySeconds,
        recoveredRatio,
        metastable,
        words);
  }
}
