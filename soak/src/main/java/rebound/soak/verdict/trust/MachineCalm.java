package rebound.soak.verdict.trust;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import rebound.soak.evidence.sample.MachineSample;
import rebound.soak.evidence.sample.Reading;
import rebound.soak.verdict.statistics.Series;

/// How calm the machine was in some seconds (METHODOLOGY 8.2), for a phase or for the quiet
/// baseline that a phase is compared with.
///
/// @param seconds how many were seen
/// @param hiccupP99Millis median over the seconds of each second's p99
/// @param hiccupMaxMillis worst
/// @param canaryMicros median of the canary; empty where it never ran
/// @param canaryP95Micros 95th percentile over the seconds
/// @param stealRatio of all CPU time
/// @param othersRatio CPU time of processes that do not belong to the measurement, of all CPU
///     time; empty where a counter was unreadable
/// @param idleRatio CPU time that nobody used, of all
/// @param memoryFullMicros all processes waited for memory
/// @param swapPages in and out
public record MachineCalm(
    int seconds,
    double hiccupP99Millis,
    double hiccupMaxMillis,
    OptionalDouble canaryMicros,
    OptionalDouble canaryP95Micros,
    OptionalDouble stealRatio,
    OptionalDouble othersRatio,
    OptionalDouble idleRatio,
    OptionalLong memoryFullMicros,
    OptionalLong swapPages) {
  private static final double HICCUP_P99_MILLIS = 5;
  private static final double HICCUP_MAX_MILLIS = 100;
  private static final double CANARY_MEDIAN = 0.05;
  private static final double CANARY_P95 = 0.25;
  private static final double STEAL = 0.02;
  private static final double OTHERS = 0.05;

  /// With less idle time than this our own load keeps the stall meter from running, and a stall
  /// says nothing about others; their CPU time does.
  private static final double IDLE_FOR_HICCUPS = 0.2;

  /// Sums up.
  ///
  /// @throws IllegalArgumentException without a sample: a phase that was not watched is not calm
  public static MachineCalm of(List<MachineSample> samples) {
    if (samples.isEmpty()) {
      throw new IllegalArgumentException("no second of the machine was seen, so it is not judged");
    }
    List<Double> canaries =
        samples.stream()
            .flatMapToLong(s -> s.canaryNanos().amount().stream())
            .mapToObj(nanos -> nanos / 1e3)
            .toList();
    OptionalDouble total = sum(samples, MachineSample::cpuTotalNanos);
    OptionalDouble busy = sum(samples, MachineSample::cpuUserSystemNanos);
    return new MachineCalm(
        samples.size(),
        series(samples, MachineSample::hiccupP99Nanos).median() / 1e6,
        series(samples, MachineSample::hiccupMaxNanos).max() / 1e6,
        quantile(canaries, 0.5),
        quantile(canaries, 0.95),
        ratio(sum(samples, MachineSample::cpuStealNanos), total),
        others(samples),
        idle(samples, total, busy),
        whole(sum(samples, MachineSample::pressureMemoryFullMicros)),
        whole(sum(samples, MachineSample::swapPages)));
  }

  /// Judges a phase against the machine's quiet baseline.
  public Trust judge(MachineCalm quiet) {
    List<String> reasons = new ArrayList<>();
    if (idleRatio.orElse(1) >= IDLE_FOR_HICCUPS) {
      check(
          reasons,
          "the machine stalled: hiccup p99 %.1f ms, at most %.1f ms",
          hiccupP99Millis,
          quiet.hiccupP99Millis + HICCUP_P99_MILLIS);
      check(
          reasons,
          "the machine stalled: hiccup %.0f ms, at most %.0f ms",
          hiccupMaxMillis,
          quiet.hiccupMaxMillis + HICCUP_MAX_MILLIS);
    }
    unread(reasons, canaryMicros.isEmpty(), "the canary never ran");
    unread(reasons, stealRatio.isEmpty(), "the hypervisor's share could not be read");
    check(
        reasons,
        "the CPU was slower: canary median %.0f µs, at most %.0f µs",
        canaryMicros.orElse(0),
        limit(quiet.canaryMicros, CANARY_MEDIAN));
    check(
        reasons,
        "the CPU was slower at times: canary p95 %.0f µs, at most %.0f µs",
        canaryP95Micros.orElse(0),
        limit(quiet.canaryMicros, CANARY_P95));
    check(
        reasons,
        "the hypervisor took %.1f %% of the CPU time, at most %.0f %%",
        100 * stealRatio.orElse(0),
        100 * STEAL);
    check(
        reasons,
        "other processes took %.1f %% of the CPU time, at most %.0f %%",
        100 * othersRatio.orElse(0),
        100 * OTHERS);
    reasons.addAll(memory().reasons());
    unread(reasons, othersRatio.isEmpty(), "the CPU time of other processes could not be read");
    return Trust.of(reasons);
  }

  /// Judges what a rest shows: who is slow there slows nobody, but memory that was swapped out has
  /// not come back. A kernel without pressure figures is used all the same ([#unread()] says so):
  /// what they would show, swapping shows too.
  public Trust memory() {
    List<String> reasons = new ArrayList<>();
    if (memoryFullMicros.orElse(0) > 0) {
      reasons.add(
          "all processes waited for memory, " + memoryFullMicros.getAsLong() + " µs in all");
    }
    if (swapPages.orElse(0) > 0) {
      reasons.add(swapPages.getAsLong() + " pages were swapped");
    }
    unread(reasons, swapPages.isEmpty(), "the pages swapped could not be read");
    return Trust.of(reasons);
  }

  /// The check that this machine does not offer, in words; empty where it offers all.
  public String unread() {
    return memoryFullMicros.isPresent()
        ? ""
        : "this machine does not say how long all processes waited for memory"
            + " (/proc/pressure/memory): phases are trusted without that check";
  }

  private static void unread(List<String> reasons, boolean missing, String what) {
    if (missing) {
      reasons.add(what);
    }
  }

  private static double limit(OptionalDouble quiet, double tolerance) {
    return quiet.isPresent() ? quiet.getAsDouble() * (1 + tolerance) : Double.POSITIVE_INFINITY;
  }

  private static void check(List<String> reasons, String format, double value, double limit) {
    if (value > limit) {
      reasons.add(String.format(Locale.ROOT, format, value, limit));
    }
  }

  private static Series series(List<MachineSample> samples, ToLongFunction<MachineSample> field) {
    return Series.of(samples.stream().mapToDouble(s -> (double) field.applyAsLong(s)));
  }

  private static OptionalDouble quantile(List<Double> values, double p) {
    return values.isEmpty()
        ? OptionalDouble.empty()
        : OptionalDouble.of(
            Series.of(values.stream().mapToDouble(Double::doubleValue)).quantile(p));
  }

  private static OptionalDouble sum(
      List<MachineSample> samples, Function<MachineSample, Reading> field) {
    OptionalLong sum = Reading.sum(samples.stream().map(field).toList()).amount();
    return sum.isPresent() ? OptionalDouble.of((double) sum.getAsLong()) : OptionalDouble.empty();
  }

  /// A second in which a process of ours ended is left out: its CPU time went with it.
  private static OptionalDouble others(List<MachineSample> samples) {
    List<MachineSample> known = samples.stream().filter(s -> s.ownCpuNanos().readable()).toList();
    OptionalDouble total = sum(known, MachineSample::cpuTotalNanos);
    OptionalDouble busy = sum(known, MachineSample::cpuUserSystemNanos);
    OptionalDouble own = sum(known, MachineSample::ownCpuNanos);
    if (known.isEmpty() || total.isEmpty() || busy.isEmpty() || own.isEmpty()) {
      return OptionalDouble.empty();
    }
    double others = busy.getAsDouble() - own.getAsDouble();
    return ratio(OptionalDouble.of(Math.max(0, others)), total);
  }

  private static OptionalDouble idle(
      List<MachineSample> samples, OptionalDouble total, OptionalDouble busy) {
    OptionalDouble interrupts = sum(samples, MachineSample::cpuInterruptNanos);
    OptionalDouble steal = sum(samples, MachineSample::cpuStealNanos);
    if (total.isEmpty() || busy.isEmpty() || interrupts.isEmpty() || steal.isEmpty()) {
      return OptionalDouble.empty();
    }
    double used = busy.getAsDouble() + interrupts.getAsDouble() + steal.getAsDouble();
    return ratio(OptionalDouble.of(Math.max(0, total.getAsDouble() - used)), total);
  }

  private static OptionalDouble ratio(OptionalDouble part, OptionalDouble total) {
    return part.isPresent() && total.isPresent() && total.getAsDouble() > 0
        ? OptionalDouble.of(part.getAsDouble() / total.getAsDouble())
        : OptionalDouble.empty();
  }

  private static OptionalLong whole(OptionalDouble value) {
    return value.isPresent() ? OptionalLong.of((long) value.getAsDouble()) : OptionalLong.empty();
  }
}
