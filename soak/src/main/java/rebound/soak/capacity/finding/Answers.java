package rebound.soak.capacity.finding;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.TreeMap;
import java.util.stream.Collectors;
import rebound.soak.capacity.Capacity;
import rebound.soak.capacity.Goal;
import rebound.soak.capacity.Objectives;
import rebound.soak.capacity.RateBook;
import rebound.soak.capacity.RateSearch;
import rebound.soak.evidence.capacity.ObjectiveRecord;
import rebound.soak.evidence.capacity.StepRecord;
import rebound.soak.evidence.capacity.TrialRecord;
import rebound.soak.plan.CapacityPlan;
import rebound.soak.plan.CapacityPlan.Objective;

/// The answer to an objective, from all trials as it sees them.
final class Answers {
  // The last bisection may end a rounding above the width.
  private static final double ROUNDING = 1e-5;

  private Answers() {}

  static ObjectiveRecord of(
      CapacityPlan plan, Objective objective, List<TrialRecord> trials, StepRecord top) {
    Goal goal = Objectives.goal(plan);
    List<Capacity> processes =
        trials.stream()
            .collect(Collectors.groupingBy(TrialRecord::process, TreeMap::new, Collectors.toList()))
            .values()
            .stream()
            .map(it -> RateBook.of(goal, Objectives.seen(objective, it)).capacity())
            .toList();
    Capacity median = median(processes);
    double enough =
        top == null ? Double.POSITIVE_INFINITY : RateSearch.TO_SHARE * top.goodPerSecond();
    String finding = finding(median, goal, enough);
    return new ObjectiveRecord(
        objective.name(),
        objective.p99().toNanos() / 1e6,
        objective.goodRatio(),
        finding,
        median.lowerPerSecond(),
        finite(median.upperPerSecond()),
        median.goodPerSecond(),
        finite(median.unmeasurablePerSecond()),
        processes.stream().map(Capacity::lowerPerSecond).toList(),
        sentence(objective, finding, median, processes));
  }

  /// The lower of the middle two of an even number: the careful one.
  private static Capacity median(List<Capacity> processes) {
    if (processes.isEmpty()) {
      double none = Double.POSITIVE_INFINITY;
      return new Capacity(0, none, 0, none);
    }
    List<Capacity> sorted = new ArrayList<>(processes);
    sorted.sort(java.util.Comparator.comparingDouble(Capacity::lowerPerSecond));
    return sorted.get((sorted.size() - 1) / 2);
  }

  private static String finding(Capacity capacity, Goal goal, double enough) {
    if (capacity.lowerPerSecond() == 0) {
      return capacity.lowerBoundOnly() ? "UNKNOWN" : "NONE";
    }
    if (capacity.lowerBoundOnly()) {
      boolean looked =
          capacity.lowerPerSecond() >= enough * (1 - ROUNDING)
              || Double.isFinite(capacity.unmeasurablePerSecond());
      return looked ? "LOWER_BOUND" : "WIDE";
    }
    double ratio = capacity.upperPerSecond() / capacity.lowerPerSecond();
    return ratio <= (1 + goal.width()) * (1 + ROUNDING) ? "FOUND" : "WIDE";
  }

  private static String sentence(
      Objective objective, String finding, Capacity found, List<Capacity> processes) {
    String limit = percent(objective) + " answered right within " + millis(objective);
    String lower = rate(found.lowerPerSecond());
    String upper = Double.isFinite(found.upperPerSecond()) ? rate(found.upperPerSecond()) : "";
    String above =
        Double.isFinite(found.unmeasurablePerSecond())
            ? "; from "
                + rate(found.unmeasurablePerSecond())
                + " on no trial could be trusted: measure that on another machine, or with the"
                + " driver on one of its own"
            : "";
    String said =
        switch (finding) {
          case "FOUND" ->
              "It carries " + lower + " with " + limit + ", and not " + upper + " any more" + above;
          case "LOWER_BOUND" ->
              "LOWER BOUND: it carries at least "
                  + lower
                  + " with "
                  + limit
                  + "; no rate broke that"
                  + above;
          case "WIDE" ->
              "It carries "
                  + lower
                  + " with "
                  + limit
                  + (upper.isEmpty() ? "" : ", and not " + upper)
                  + "; the search ended before the bounds met"
                  + above;
          case "NONE" ->
              "No rate had "
                  + limit
                  + ": already "
                  + upper
                  + " broke it, look at one request alone";
          default -> "Nothing was decided for " + limit + above;
        };
    return said + spread(processes) + ".";
  }

  private static String spread(List<Capacity> processes) {
    if (processes.size() < 2) {
      return "";
    }
    double low = processes.stream().mapToDouble(Capacity::lowerPerSecond).min().orElse(0);
    double high = processes.stream().mapToDouble(Capacity::lowerPerSecond).max().orElse(0);
    return " (median of "
        + processes.size()
        + " processes, "
        + rate(low)
        + " to "
        + rate(high)
        + ")";
  }

  private static String percent(Objective objective) {
    return objective.goodRatio() > 0.99
        ? "99 % and "
            + new java.math.BigDecimal(String.valueOf(objective.goodRatio() * 100))
                .setScale(3, java.math.RoundingMode.HALF_UP)
                .stripTrailingZeros()
                .toPlainString()
            + " % in all"
        : "99 %";
  }

  private static String millis(Objective objective) {
    double millis = objective.p99().toNanos() / 1e6;
    return millis == Math.rint(millis)
        ? String.format(Locale.ROOT, "%,.0f ms", millis)
        : millis + " ms";
  }

  static String rate(double perSecond) {
    return String.format(Locale.ROOT, perSecond < 100 ? "%.1f/s" : "%,.0f/s", perSecond);
  }

  private static Double finite(double value) {
    return Double.isFinite(value) ? value : null;
  }
}
