package rebound.soak.chart;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import rebound.soak.evidence.overload.OverloadRecord;
import rebound.soak.evidence.overload.StepRecord;

/// Goodput against offered load, beside what was attainable, and the way up beside the way down.
final class OverloadCurves {
  // Too small to be named in the plot: the legend does it.
  private static final int UNTRUSTED_SIZE = 7;

  private OverloadCurves() {}

  /// The plots of an overload; those without a step are left out.
  static List<Plot> of(OverloadRecord found) {
    List<Plot> plots = new ArrayList<>();
    if (!found.steps().isEmpty()) {
      plots.add(goodput(found));
    }
    if (!found.up().isEmpty() && found.up().size() == found.down().size()) {
      plots.add(ways(found));
    }
    return plots;
  }

  private static Plot goodput(OverloadRecord found) {
    List<StepRecord> steps = found.steps();
    return new Plot(
        "overload",
        "Good answers a second against offered load",
        "/s",
        false,
        offered(steps),
        List.of(
            Line.of("goodput", 1, values(steps, it -> it.trusted() ? it.goodPerSecond() : null)),
            Line.points(
                "untrusted",
                4,
                UNTRUSTED_SIZE,
                values(steps, it -> it.trusted() ? null : it.goodPerSecond())),
            Line.of("attainable", 8, values(steps, StepRecord::attainablePerSecond)).dash()),
        List.of(new Plot.Guide("capacity", found.capacityPerSecond(), found.capacityPerSecond())),
        new Plot.Across("offered", "/s", true, "", titles(steps)));
  }

  private static Plot ways(OverloadRecord found) {
    return new Plot(
        "overload-ways",
        "Good answers a second on the way up and on the way down",
        "/s",
        false,
        offered(found.up()),
        List.of(
            Line.of("up", 1, values(found.up(), StepRecord::goodPerSecond)),
            Line.of("down", 2, values(found.down(), StepRecord::goodPerSecond)).dash()),
        List.of(new Plot.Guide("capacity", found.capacityPerSecond(), found.capacityPerSecond())),
        new Plot.Across("offered", "/s", false, "", titles(found.up())));
  }

  private static List<Double> offered(List<StepRecord> steps) {
    return values(steps, StepRecord::offeredPerSecond);
  }

  private static List<String> titles(List<StepRecord> steps) {
    return steps.stream().map(it -> it.nominal() + " × capacity").toList();
  }

  private static List<Double> values(List<StepRecord> steps, Function<StepRecord, Double> figure) {
    List<Double> values = new ArrayList<>();
    for (StepRecord step : steps) {
      Double value = figure.apply(step);
      values.add(value == null ? null : Digits.drawn(value));
    }
    return values;
  }
}
