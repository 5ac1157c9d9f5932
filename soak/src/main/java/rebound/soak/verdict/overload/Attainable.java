package rebound.soak.verdict.overload;

import java.util.Optional;

/// The goodput that is attainable at an offered load, with refusals that are not free (METHODOLOGY
/// 2.3). Bound by processors it is G0·(1 − mρ)/(1 − ρ) past capacity, with m = λ/G0; bound by a
/// dependency it stays at G0 until refusals have used up the processors: min(G0, (K − λr)/(s − r)).
///
/// @param capacityPerSecond G0
/// @param cost of served and refused requests; empty where nothing was refused: then refusals count
///     as free
/// @param cores K, processors that the target can use; without meaning where `cpuBound`
/// @param cpuBound true where the processors, and no dependency, set G0
public record Attainable(
    double capacityPerSecond, Optional<RequestCost> cost, double cores, boolean cpuBound) {
  /// Refuses a capacity that was not found.
  public Attainable {
    if (!(capacityPerSecond > 0)) {
      throw new IllegalArgumentException(
          "capacity is " + capacityPerSecond + "/s: nothing was served in time");
    }
  }

  /// Goodput that a perfect target would have at this load, from 0 to the load itself.
  ///
  /// @param offeredPerSecond λ
  public double goodputPerSecond(double offeredPerSecond) {
    double most = Math.min(offeredPerSecond, capacityPerSecond);
    if (cost.isEmpty() || offeredPerSecond <= capacityPerSecond) {
      return most;
    }
    double served = cost.get().servedSeconds();
    double rejected = cost.get().rejectedSeconds();
    if (rejected >= served) {
      // A refusal that costs as much as an answer leaves nothing for refusals to save.
      return cpuBound ? 0 : most;
    }
    double processors = cpuBound ? capacityPerSecond * served : cores;
    double left = (processors - offeredPerSecond * rejected) / (served - rejected);
    return Math.clamp(left, 0, most);
  }

  /// φ_ideal at a multiple of capacity.
  ///
  /// @param multiple m
  public double fraction(double multiple) {
    return goodputPerSecond(multiple * capacityPerSecond) / capacityPerSecond;
  }
}
