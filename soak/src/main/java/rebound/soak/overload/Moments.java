package rebound.soak.overload;

import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import rebound.soak.evidence.PhaseRecord;
import rebound.soak.evidence.overload.DriftRecord;
import rebound.soak.evidence.overload.SpikeRecord;
import rebound.soak.plan.OverloadPlan;
import rebound.soak.verdict.overload.Convergence;
import rebound.soak.verdict.recovery.Envelope;
import rebound.soak.verdict.recovery.Recovery;
import rebound.soak.verdict.recovery.ServiceWindow;
import rebound.soak.verdict.statistics.Series;

/// What the seconds of a spike and of a long stretch say.
final class Moments {
  private static final double LONGEST_WINDOW = 60;
  private static final double SHORTEST_WINDOW = 5;

  private final OverloadPlan plan;
  private final List<PhaseRecord> phases;
  private final OverloadSeconds seconds;
  private final double capacity;

  Moments(OverloadPlan plan, List<PhaseRecord> phases, OverloadSeconds seconds, double capacity) {
    this.plan = plan;
    this.phases = phases;
    this.seconds = seconds;
    this.capacity = capacity;
  }

  /// What the spike showed.
  ///
  /// @return null without a spike that came to its end
  SpikeRecord spike() {
    PhaseRecord phase = find(OverloadNames.SPIKE);
    if (plan.spike().isEmpty() || phase == null) {
      return null;
    }
    double from = OverloadPlan.SPIKE_BEFORE.toNanos() / 1e9;
    double until = from + plan.spike().get().duration().toNanos() / 1e9;
    List<OverloadSeconds.Slot> slots = seconds.of(OverloadNames.SPIKE);
    List<Convergence.Window> during =
        slots.stream()
            .filter(it -> it.start() >= from - 0.1 && it.end() <= until + 0.1)
            .map(it -> it.convergence(from))
            .toList();
    List<OverloadSeconds.Slot> after =
        slots.stream().filter(it -> it.start() >= until - 0.1).toList();
    if (during.isEmpty() || after.isEmpty()) {
      return null;
    }
    double steady = Convergence.steadyPerSecond(during);
    OptionalDouble converged = Convergence.seconds(during);
    OptionalDouble recovered = recovered(after, until);
    return new SpikeRecord(
        plan.spike().get().multiple(),
        steady,
        steady / capacity,
        converged.isPresent() ? converged.getAsDouble() : null,
        recovered.isPresent() ? recovered.getAsDouble() : null,
        after.getLast().end() - until,
        phase.trusted());
  }

  private OptionalDouble recovered(List<OverloadSeconds.Slot> after, double until) {
    List<OverloadSeconds.Slot> baseline = seconds.of(OverloadNames.BASELINE);
    double length = baseline.stream().mapToDouble(it -> it.second().seconds()).sum();
    double offered =
        baseline.stream().mapToLong(it -> it.second().attempted()).sum() / Math.max(1e-9, length);
    List<ServiceWindow> before = baseline.stream().map(it -> it.service(0, offered)).toList();
    if (before.stream().filter(it -> it.tailMillis().isPresent()).count()
        < Envelope.LEAST_WINDOWS) {
      return OptionalDouble.empty();
    }
    List<ServiceWindow> windows = after.stream().map(it -> it.service(until, offered)).toList();
    return Recovery.judge(Envelope.of(before), windows, 1, offered, true, Optional.empty())
        .recoverySeconds();
  }

  /// Whether the long stretch drifts.
  ///
  /// @return null without a long stretch that holds two windows
  DriftRecord sustained() {
    PhaseRecord phase = find(OverloadNames.SUSTAINED);
    List<OverloadSeconds.Slot> slots = seconds.of(OverloadNames.SUSTAINED);
    if (plan.sustained().isEmpty() || phase == null || slots.isEmpty()) {
      return null;
    }
    double whole = slots.getLast().end();
    double window = Math.min(LONGEST_WINDOW, whole / 5);
    if (window < SHORTEST_WINDOW) {
      return null;
    }
    List<OverloadSeconds.Slot> first = between(slots, window, 2 * window);
    List<OverloadSeconds.Slot> last = between(slots, whole - window, whole);
    Double p99 = ratio(p99(first), p99(last));
    Double good = ratio(good(first), good(last));
    Double inFlight = ratio(inFlight(first), inFlight(last));
    return new DriftRecord(
        plan.sustained().get().multiple(),
        window,
        p99,
        good,
        inFlight,
        worst(p99, good, inFlight),
        phase.trusted());
  }

  private static List<OverloadSeconds.Slot> between(
      List<OverloadSeconds.Slot> slots, double from, double to) {
    return slots.stream().filter(it -> it.start() >= from - 0.5 && it.end() <= to + 0.5).toList();
  }

  private static double p99(List<OverloadSeconds.Slot> slots) {
    return median(
        slots.stream()
            .filter(it -> it.second().responseP99Millis() != null)
            .mapToDouble(it -> it.second().responseP99Millis())
            .toArray());
  }

  private static double good(List<OverloadSeconds.Slot> slots) {
    return median(
        slots.stream().mapToDouble(it -> it.second().good() / it.second().seconds()).toArray());
  }

  private static double inFlight(List<OverloadSeconds.Slot> slots) {
    return median(slots.stream().mapToDouble(it -> it.second().inFlight()).toArray());
  }

  private static double median(double[] values) {
    return values.length == 0 ? 0 : Series.of(values).median();
  }

  private static Double ratio(double first, double last) {
    return first > 0 && last > 0 ? last / first : null;
  }

  private static Double worst(Double... ratios) {
    Double worst = null;
    for (Double ratio : ratios) {
      if (ratio != null) {
        double away = Math.max(ratio, 1 / ratio);
        worst = worst == null ? away : Math.max(worst, away);
      }
    }
    return worst;
  }

  private PhaseRecord find(String name) {
    return phases.stream().filter(it -> it.name().equals(name)).findFirst().orElse(null);
  }
}
