package rebound.soak.run;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import rebound.chaos.load.Traffic;
import rebound.soak.evidence.DatabaseRecord;
import rebound.soak.evidence.DriverRecord;
import rebound.soak.evidence.FaultRecord;
import rebound.soak.evidence.JvmRecord;
import rebound.soak.evidence.KernelMemoryRecord;
import rebound.soak.evidence.LivenessRecord;
import rebound.soak.evidence.MemoryRecord;
import rebound.soak.evidence.PhaseRecord;
import rebound.soak.evidence.PopulationRecord;
import rebound.soak.evidence.RecoveryRecord;
import rebound.soak.evidence.sample.JvmSample;
import rebound.soak.evidence.sample.LivenessSample;
import rebound.soak.evidence.sample.MachineSample;
import rebound.soak.evidence.sample.Reading;
import rebound.soak.evidence.sample.TargetMark;
import rebound.soak.evidence.sample.TargetSample;
import rebound.soak.plan.Phase;
import rebound.soak.planfile.Choices;
import rebound.soak.verdict.trust.MachineCalm;
import rebound.soak.verdict.trust.Trust;

/// Collects what the probes saw in one phase and turns it into the phase's record. Used by the
/// run's
/// one thread.
final class PhaseEvidence {
  private static final double LEAST_ASKED_RATIO = 0.01;

  /// The machine is looked at once a second: a shorter phase may see none.
  private static final double SEEN_SECONDS = 3;

  private final Phase phase;
  private final Double ceiling;
  private final int attempt;
  private final long originNanos;
  private final long startNanos;
  private final TargetMark before;
  private final Optional<MachineCalm> quiet;
  private final ResidentTally target = new ResidentTally();
  private final LivenessHistory liveness = new LivenessHistory();
  private final MachineSeconds machine = new MachineSeconds();

  PhaseEvidence(
      Phase phase,
      Double ceiling,
      int attempt,
      long originNanos,
      long startNanos,
      TargetMark before,
      Optional<MachineCalm> quiet) {
    this.quiet = quiet;
    this.ceiling = ceiling;
    this.phase = phase;
    this.attempt = attempt;
    this.originNanos = originNanos;
    this.startNanos = startNanos;
    this.before = before;
  }

  void add(
      List<TargetSample> targetSamples,
      List<LivenessSample> livenessSamples,
      List<MachineSample> machineSamples) {
    targetSamples.forEach(target::add);
    liveness.add(livenessSamples);
    machineSamples.forEach(machine::add);
  }

  /// Probes of the time before the phase's clock, while its connections opened: what began there
  /// and went on belongs to the phase.
  void addBefore(List<LivenessSample> livenessSamples) {
    liveness.addBefore(livenessSamples);
  }

  /// All probes so far; of a phase of hours, those that tell more than a count.
  List<LivenessSample> liveness() {
    return liveness.samples();
  }

  /// A silence that has not ended.
  List<LivenessSample> unsettled() {
    return liveness.unsettled();
  }

  /// True once a fresh probe that was planned after an instant has been answered.
  boolean answeredSince(long nanos) {
    return liveness.recent().stream()
        .anyMatch(
            it ->
                it.path() == LivenessSample.Path.FRESH
                    && it.status() != 0
                    && it.plannedNanos() >= nanos);
  }

  /// The phase's record.
  ///
  /// @param endNanos end of its measured time
  /// @param result what the driver measured; null in a rest
  /// @param database how well the fake database kept its delays; null without one
  /// @param after the mark at its end; null where the target's memory is not watched
  /// @param jvm what a target that is a JVM said at its end; null where it was not looked into
  /// @param faults harm that was made in it
  /// @param recovery whether service came back; null where the plan does not ask
  PhaseRecord record(
      long endNanos,
      Traffic.Result result,
      DatabaseRecord database,
      TargetMark after,
      JvmSample jvm,
      List<FaultRecord> faults,
      RecoveryRecord recovery) {
    double seconds = (endNanos - startNanos) / 1e9;
    List<PopulationRecord> populations =
        result == null
            ? List.of()
            : result.populations().stream().map(PopulationRecord::of).toList();
    long completed = populations.stream().mapToLong(it -> it.ledger().completed()).sum();
    Double cpuSeconds = cpuSeconds(after);
    DriverRecord driver = result == null ? null : DriverRecord.of(result.driver(), completed);
    Trust trust = trust(driver, database, completed).and(machine(driver, seconds));
    return new PhaseRecord(
        phase.name(),
        phase.title(),
        Choices.write(phase.kind()),
        (startNanos - originNanos) / 1e9,
        seconds,
        attempt,
        true,
        populations,
        ceiling,
        memory(endNanos, after, jvm, faults.stream().anyMatch(FaultRecord::restarted)),
        cpuSeconds,
        cpuSeconds == null || completed == 0 ? null : cpuSeconds * 100_000 / completed,
        busiest(after),
        LivenessTally.of(liveness, startNanos, endNanos, Silence.of(faults, startNanos)),
        MachineTally.of(machine.all(), quiet),
        database,
        driver,
        trust.trusted(),
        trust.reasons(),
        faults,
        recovery);
  }

  /// Whether the machine left the figures of a phase alone; a rest has only its memory to spoil. A
  /// quick look has no baseline and is not judged.
  private Trust machine(DriverRecord driver, double seconds) {
    if (quiet.isEmpty()) {
      return Trust.of(List.of());
    }
    List<MachineSample> seen = machine.all();
    if (seen.isEmpty()) {
      return Trust.of(
          seconds < SEEN_SECONDS ? List.of() : List.of("no second of the machine was seen"));
    }
    MachineCalm calm = MachineCalm.of(seen);
    return driver == null ? calm.memory() : calm.judge(quiet.get());
  }

  /// Whether driver and database left them alone. Where a fault is made the database is late on
  /// purpose, and where hardly any request but the liveness probe's asked it, its lateness touched
  /// nobody.
  private Trust trust(DriverRecord driver, DatabaseRecord database, long completed) {
    if (driver == null) {
      return Trust.of(List.of());
    }
    Trust trust = Trust.of(driver.reasons());
    boolean asked = database != null && database.count() >= completed * LEAST_ASKED_RATIO;
    String late = asked && phase.faults().isEmpty() ? database.complaint() : null;
    return late == null ? trust : trust.and(Trust.of(List.of(late)));
  }

  /// The record of a phase that the target has no route for.
  static PhaseRecord notApplicable(Phase phase, Double ceiling) {
    return new PhaseRecord(
        phase.name(),
        phase.title(),
        Choices.write(phase.kind()),
        0,
        0,
        1,
        false,
        List.of(),
        ceiling,
        MemoryRecord.unreadable("the phase does not apply to this target"),
        null,
        null,
        null,
        LivenessRecord.unseen(0, "not applicable"),
        MachineTally.of(List.of(), Optional.empty()),
        null,
        null,
        true,
        List.of(),
        List.of(),
        null);
  }

  private Double cpuSeconds(TargetMark after) {
    if (before == null || after == null) {
      return null;
    }
    OptionalLong nanos = after.cpuNanos().since(before.cpuNanos()).amount();
    return nanos.isPresent() ? nanos.getAsLong() / 1e9 : null;
  }

  private Double busiest(TargetMark after) {
    if (before == null || after == null) {
      return null;
    }
    OptionalLong nanos = after.busiestThreadNanos().amount();
    return nanos.isPresent()
        ? nanos.getAsLong() / (double) (after.atNanos() - before.atNanos())
        : null;
  }

  /// @param restarted true where the target was away for a while on purpose: that is no gap
  private MemoryRecord memory(long endNanos, TargetMark after, JvmSample jvm, boolean restarted) {
    if (before == null || after == null) {
      return MemoryRecord.unreadable("nobody said how to read the target's memory");
    }
    if (!target.unreadable(restarted).isEmpty()) {
      return MemoryRecord.unreadable(target.unreadable(restarted));
    }
    return new MemoryRecord(
        amount(before.residentBytes()),
        target.peakBytes(),
        amount(after.residentBytes()),
        target.settledBytes(endNanos),
        amount(after.memory().anonBytes()),
        amount(after.memory().fileBytes()),
        amount(after.memory().pssBytes()),
        amount(after.memory().threads()),
        amount(after.memory().fileDescriptors()),
        amount(after.memory().ussBytes()),
        new KernelMemoryRecord(
            amount(after.memory().peakBytes()),
            amount(after.memory().shmemBytes()),
            amount(after.memory().workingSetBytes()),
            amount(after.memory().socketBytes())),
        jvm == null ? null : JvmRecord.of(jvm),
        target.count(),
        "");
  }

  private static Long amount(Reading reading) {
    OptionalLong amount = reading.amount();
    return amount.isPresent() ? amount.getAsLong() : null;
  }
}
