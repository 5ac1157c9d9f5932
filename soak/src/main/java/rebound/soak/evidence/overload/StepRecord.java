package rebound.soak.evidence.overload;

import java.util.List;

/// One offered load, and what became of it.
///
/// @param phase the phase's name
/// @param nominal the multiple of capacity that the plan asked for
/// @param multiple m, offered load over the capacity that the whole sweep showed
/// @param offeredPerSecond λ
/// @param goodPerSecond G, right answers in time
/// @param fraction φ = G/G0
/// @param attainablePerSecond what a target with this cost of refusals could reach; null where
///     unknown
/// @param efficiency G over the attainable; 1 where nothing is attainable
/// @param admittedP99Millis response time of what was not refused; null where too few
/// @param shedP99Millis time of a refusal; null where too few
/// @param shedRatio refusals over attempts
/// @param honesty refusals over all that was not good; null where next to all was good
/// @param cpuMicrosPerGood CPU of the target for each good answer; null where unreadable
/// @param recoveredSeconds from its end until service at the base load was as before, the pause
///     between the phases included; null where it was not watched, or did not come back
/// @param recovered whether it came back while it was watched; null where it was not watched
/// @param trusted false where the driver or the machine spoiled it
/// @param reasons why
public record StepRecord(
    String phase,
    double nominal,
    double multiple,
    double offeredPerSecond,
    double goodPerSecond,
    double fraction,
    Double attainablePerSecond,
    Double efficiency,
    Double admittedP99Millis,
    Double shedP99Millis,
    double shedRatio,
    Double honesty,
    Double cpuMicrosPerGood,
    Double recoveredSeconds,
    Boolean recovered,
    boolean trusted,
    List<String> reasons) {
  /// Copies the reasons.
  public StepRecord {
    reasons = List.copyOf(reasons);
  }
}
