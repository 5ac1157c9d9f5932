package rebound.soak.verdict.recovery;

import java.util.List;
import java.util.OptionalDouble;

/// Whether a server that was overloaded needs much less load to serve well again (METHODOLOGY 3.3):
/// a staircase of load up and down again.
///
/// @param upPerSecond first step on the way up with φ < 0.9; empty where none
/// @param downPerSecond first step on the way down with φ ≥ 0.9; empty where none
/// @param ratio H = down/up: 1 is none, 0.3 is bad; empty where one is missing
/// @param area A = ∫|G_up − G_down|dλ / ∫G_up dλ
public record Hysteresis(
    OptionalDouble upPerSecond, OptionalDouble downPerSecond, OptionalDouble ratio, double area) {
  private static final double SERVED = 0.9;

  /// A step.
  ///
  /// @param offeredPerSecond λ
  /// @param goodUpPerSecond goodput on the way up
  /// @param goodDownPerSecond goodput on the way down
  public record Step(double offeredPerSecond, double goodUpPerSecond, double goodDownPerSecond) {}

  /// Compares the two ways; φ is goodput over offered load.
  ///
  /// @param steps by rising load
  public static Hysteresis of(List<Step> steps) {
    OptionalDouble up =
        steps.stream()
            .filter(s -> s.goodUpPerSecond() < SERVED * s.offeredPerSecond())
            .mapToDouble(Step::offeredPerSecond)
            .findFirst();
    OptionalDouble down =
        steps.reversed().stream()
            .filter(s -> s.goodDownPerSecond() >= SERVED * s.offeredPerSecond())
            .mapToDouble(Step::offeredPerSecond)
            .findFirst();
    double between = 0;
    double under = 0;
    for (int i = 1; i < steps.size(); i++) {
      Step a = steps.get(i - 1);
      Step b = steps.get(i);
      double width = b.offeredPerSecond() - a.offeredPerSecond();
      between +=
          width
              * (Math.abs(a.goodUpPerSecond() - a.goodDownPerSecond())
                  + Math.abs(b.goodUpPerSecond() - b.goodDownPerSecond()))
              / 2;
      under += width * (a.goodUpPerSecond() + b.goodUpPerSecond()) / 2;
    }
    OptionalDouble ratio =
        up.isPresent() && down.isPresent()
            ? OptionalDouble.of(down.getAsDouble() / up.getAsDouble())
            : OptionalDouble.empty();
    return new Hysteresis(up, down, ratio, under == 0 ? 0 : between / under);
  }
}
