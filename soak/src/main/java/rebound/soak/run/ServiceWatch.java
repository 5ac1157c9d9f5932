package rebound.soak.run;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import rebound.chaos.measure.IntervalSample;
import rebound.soak.evidence.RecoveryRecord;
import rebound.soak.evidence.sample.LivenessSample;
import rebound.soak.plan.Phase;
import rebound.soak.plan.RecoveryPlan;
import rebound.soak.verdict.recovery.Envelope;
import rebound.soak.verdict.recovery.Recovery;
import rebound.soak.verdict.recovery.ServiceWindow;

/// Watches the service that each phase's first population gets, second by second, and says whether
/// it came back after harm (METHODOLOGY 3.4). Used by the run's one thread.
final class ServiceWatch {
  // A phase ends within a second now and then: what is left is no window.
  private static final double SHORTEST_SECONDS = 0.5;
  // An hour is baseline enough; what comes after harm is kept for a day.
  private static final int MOST_SECONDS = 3_600;
  private static final int MOST_AFTER_HARM = 86_400;
  // Below this a second holds too few requests for its p99 to mean anything.
  private static final double LEAST_PER_SECOND = 100;

  /// One second of service.
  private record Slot(
      double startSeconds, double seconds, long attempted, long good, OptionalDouble tailMillis) {}

  private final Map<String, List<Slot>> phases = new HashMap<>();

  /// Takes what the driver measured in a phase; other populations than the first are passed over.
  void add(Phase phase, List<IntervalSample> samples) {
    String first = phase.populations().getFirst().name();
    List<Slot> slots = phases.computeIfAbsent(phase.name(), name -> new ArrayList<>());
    for (IntervalSample sample : samples) {
      double seconds = (sample.endNanos() - sample.startNanos()) / 1e9;
      if (sample.population().equals(first) && seconds >= SHORTEST_SECONDS) {
        slots.add(
            new Slot(
                sample.startNanos() / 1e9,
                seconds,
                sample.attempted(),
                sample.good(),
                sample.response().getTotalCount() == 0
                    ? OptionalDouble.empty()
                    : OptionalDouble.of(sample.response().getValueAtPercentile(99) / 1e6)));
      }
    }
    int most = phase.recovery().isPresent() ? MOST_AFTER_HARM : MOST_SECONDS;
    if (slots.size() > most + most / 2) {
      slots.subList(0, slots.size() - most).clear();
    }
  }

  /// Forgets a phase that is done again.
  void forget(Phase phase) {
    phases.remove(phase.name());
  }

  /// Whether service came back after an instant of a phase.
  ///
  /// @param harmEndSeconds the harm's end, from the phase's start
  /// @param liveness the phase's probes
  /// @param startNanos the phase's start
  RecoveryRecord judge(
      Phase phase,
      RecoveryPlan plan,
      double harmEndSeconds,
      List<LivenessSample> liveness,
      long startNanos,
      boolean alive) {
    List<Slot> before = phases.getOrDefault(plan.baseline(), List.of());
    double seconds = before.stream().mapToDouble(Slot::seconds).sum();
    double perSecond = before.stream().mapToLong(Slot::attempted).sum() / Math.max(1e-9, seconds);
    if (before.size() < Envelope.LEAST_WINDOWS || perSecond < LEAST_PER_SECOND) {
      return RecoveryRecord.unknown(
          plan.baseline(),
          String.format(
              java.util.Locale.ROOT,
              "the baseline has %d seconds at %.0f requests/s: it needs %d at %.0f",
              before.size(),
              perSecond,
              Envelope.LEAST_WINDOWS,
              LEAST_PER_SECOND));
    }
    Envelope envelope =
        Envelope.of(before.stream().map(it -> window(it, 0, perSecond, false)).toList());
    List<ServiceWindow> after =
        phases.getOrDefault(phase.name(), List.of()).stream()
            .filter(it -> it.startSeconds() + it.seconds() > harmEndSeconds)
            .map(it -> window(it, harmEndSeconds, perSecond, failed(it, liveness, startNanos)))
            .toList();
    if (after.isEmpty()) {
      return RecoveryRecord.unknown(plan.baseline(), "no second after the harm was watched");
    }
    return record(
        plan.baseline(), Recovery.judge(envelope, after, 1, perSecond, alive, Optional.empty()));
  }

  private static RecoveryRecord record(String baseline, Recovery judged) {
    return new RecoveryRecord(
        baseline,
        judged.recoveryClass().name(),
        judged.recoverySeconds().isPresent(),
        judged.recoverySeconds().isPresent() ? judged.recoverySeconds().getAsDouble() : null,
        judged.watchedSeconds(),
        judged.firstGoodSeconds().isPresent() ? judged.firstGoodSeconds().getAsDouble() : null,
        judged.deficit(),
        judged.sentence());
  }

  private static ServiceWindow window(
      Slot slot, double harmEndSeconds, double perSecond, boolean probeFailed) {
    return new ServiceWindow(
        slot.startSeconds() - harmEndSeconds,
        slot.good() / (perSecond * slot.seconds()),
        slot.tailMillis(),
        probeFailed);
  }

  private static boolean failed(Slot slot, List<LivenessSample> liveness, long startNanos) {
    long from = startNanos + (long) (slot.startSeconds() * 1e9);
    long to = from + (long) (slot.seconds() * 1e9);
    return liveness.stream()
        .filter(it -> it.path() == LivenessSample.Path.FRESH)
        .filter(it -> it.plannedNanos() >= from && it.plannedNanos() < to)
        .anyMatch(
            it ->
                switch (it.outcome()) {
                  case OK, SLOW, SHED, INVALID -> false;
                  default -> true;
                });
  }
}
