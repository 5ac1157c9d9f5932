package rebound.soak.run;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import rebound.chaos.measure.IntervalSample;
import rebound.soak.evidence.RecoveryRecord;
import rebound.soak.evidence.sample.LivenessSample;
import rebound.soak.plan.Phase;
import rebound.soak.plan.RecoveryPlan;
import rebound.soak.run.ServiceSlots.Slot;
import rebound.soak.verdict.recovery.Envelope;
import rebound.soak.verdict.recovery.Recovery;
import rebound.soak.verdict.recovery.ServiceWindow;

/// Watches the service that each phase's first population gets, window by window, and says whether
/// it came back after harm (METHODOLOGY 3.4). Used by the run's one thread.
final class ServiceWatch {
  // An hour of seconds is baseline enough; what comes after harm is kept for a day.
  private static final int MOST_WINDOWS = 3_600;
  private static final int MOST_AFTER_HARM = 86_400;
  // Every length of a window is a multiple of it.
  private static final Duration FINE = Duration.ofMillis(100);
  private static final Duration COARSE = Duration.ofSeconds(1);
  private static final double LEAST_PASSED = 0.95;

  private final Set<String> fine;
  private final Map<String, List<ServiceSlots>> phases = new HashMap<>();

  /// A baseline and the length of window that it carries.
  private record Calibrated(Envelope envelope, ServiceWindow.Length length, double perSecond) {}

  private ServiceWatch(Set<String> fine) {
    this.fine = fine;
  }

  /// Watches phases of a plan.
  ///
  /// @param known those that stand in it; what an experiment makes of its own is watched by the
  ///     second
  static ServiceWatch of(List<Phase> known) {
    return new ServiceWatch(
        known.stream()
            .filter(it -> it.recovery().isPresent())
            .flatMap(it -> Stream.of(it.name(), it.recovery().get().baseline()))
            .collect(Collectors.toUnmodifiableSet()));
  }

  /// How often the driver is to cut its samples in a phase: a tenth of a second where recovery is
  /// judged by them, else a second.
  Duration sampling(Phase phase) {
    return fine.contains(phase.name()) ? FINE : COARSE;
  }

  /// Takes what the driver measured in a phase; other populations than the first are passed over.
  void add(Phase phase, List<IntervalSample> samples) {
    String first = phase.populations().getFirst().name();
    List<ServiceSlots> lengths = phases.computeIfAbsent(phase.name(), name -> slots(phase));
    for (IntervalSample sample : samples) {
      if (sample.population().equals(first)) {
        lengths.forEach(it -> it.add(sample));
      }
    }
  }

  private List<ServiceSlots> slots(Phase phase) {
    int most = phase.recovery().isPresent() ? MOST_AFTER_HARM : MOST_WINDOWS;
    boolean scheduled = phase.populations().getFirst().load().scheduled();
    double shortest = sampling(phase).toMillis() / 1e3;
    return ServiceWindow.LENGTHS.stream()
        .filter(it -> it >= shortest)
        .map(it -> new ServiceSlots(it, most, scheduled))
        .toList();
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
    Optional<Calibrated> calibrated = calibrated(phases.getOrDefault(plan.baseline(), List.of()));
    if (calibrated.isEmpty()) {
      return RecoveryRecord.unknown(plan.baseline(), tooShort(plan.baseline()));
    }
    Calibrated by = calibrated.get();
    List<ServiceWindow> after =
        of(phases.getOrDefault(phase.name(), List.of()), by.length().seconds()).stream()
            .filter(it -> it.endSeconds() > harmEndSeconds)
            .map(
                it ->
                    it.window(
                        harmEndSeconds,
                        by.perSecond(),
                        by.length().quantile(),
                        failed(it, liveness, startNanos)))
            .toList();
    if (after.isEmpty()) {
      return RecoveryRecord.unknown(plan.baseline(), "no second after the harm was watched");
    }
    Recovery judged =
        Recovery.judge(
            by.envelope(), after, by.length().seconds(), by.perSecond(), alive, Optional.empty());
    return record(plan.baseline(), by.length().seconds(), judged);
  }

  /// The shortest windows that hold enough requests, of which there are enough, and which pass by
  /// their own measure; where none pass, the last that are enough.
  private static Optional<Calibrated> calibrated(List<ServiceSlots> baseline) {
    if (baseline.isEmpty()) {
      return Optional.empty();
    }
    double perSecond = baseline.getFirst().perSecond();
    if (perSecond * ServiceWindow.LENGTHS.getLast() < ServiceWindow.LEAST_REQUESTS) {
      return Optional.empty();
    }
    Optional<Calibrated> found = Optional.empty();
    for (ServiceWindow.Length length : ServiceWindow.lengths(perSecond)) {
      List<ServiceWindow> windows =
          of(baseline, length.seconds()).stream()
              .map(it -> it.window(0, perSecond, length.quantile(), false))
              .toList();
      if (windows.stream().filter(it -> it.tailMillis().isPresent()).count()
          >= Envelope.LEAST_WINDOWS) {
        Envelope envelope = Envelope.of(windows);
        found = Optional.of(new Calibrated(envelope, length, perSecond));
        if (envelope.passRatio() >= LEAST_PASSED) {
          return found;
        }
      }
    }
    return found;
  }

  private static List<Slot> of(List<ServiceSlots> lengths, double seconds) {
    return lengths.stream()
        .filter(it -> it.lengthSeconds() == seconds)
        .findFirst()
        .map(ServiceSlots::slots)
        .orElseGet(List::of);
  }

  private String tooShort(String baseline) {
    List<ServiceSlots> seen = phases.getOrDefault(baseline, List.of());
    if (seen.isEmpty()) {
      return "baseline "
          + baseline
          + " was not watched by this runner; one that resumes a run does not have its windows";
    }
    return String.format(
        Locale.ROOT,
        "baseline %s has %d windows of %.1f s at %.0f requests/s: it needs %d windows of %d"
            + " requests; let it last longer",
        baseline,
        seen.getFirst().slots().size(),
        seen.getFirst().lengthSeconds(),
        seen.getFirst().perSecond(),
        Envelope.LEAST_WINDOWS,
        ServiceWindow.LEAST_REQUESTS);
  }

  private static RecoveryRecord record(String baseline, double windowSeconds, Recovery judged) {
    return new RecoveryRecord(
        baseline,
        judged.recoveryClass().name(),
        judged.recoverySeconds().isPresent(),
        orNull(judged.recoverySeconds()),
        judged.watchedSeconds(),
        orNull(judged.firstGoodSeconds()),
        judged.deficit(),
        windowSeconds,
        judged.endGoodRatio(),
        judged.overshoot(),
        judged.sentence());
  }

  private static Double orNull(OptionalDouble value) {
    return value.isPresent() ? value.getAsDouble() : null;
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
