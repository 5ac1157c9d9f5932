package rebound.soak.run;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import rebound.chaos.hostile.swarm.SwarmTraffic;
import rebound.chaos.load.LoadDriver;
import rebound.chaos.load.Population;
import rebound.chaos.load.Traffic;
import rebound.chaos.measure.IntervalSample;
import rebound.soak.evidence.DatabaseRecord;
import rebound.soak.evidence.PhaseRecord;
import rebound.soak.evidence.RecoveryRecord;
import rebound.soak.evidence.sample.LivenessSample;
import rebound.soak.evidence.sample.MachineSample;
import rebound.soak.evidence.sample.TargetMark;
import rebound.soak.evidence.sample.TargetSample;
import rebound.soak.experiment.Performed;
import rebound.soak.fault.FaultKit;
import rebound.soak.fault.FaultSchedule;
import rebound.soak.journal.Event;
import rebound.soak.journal.Journal;
import rebound.soak.journal.LatencyLog;
import rebound.soak.journal.TrafficSecond;
import rebound.soak.plan.Phase;
import rebound.soak.planfile.Choices;
import rebound.soak.target.FakeDatabase;
import rebound.soak.target.RunningTarget;
import rebound.soak.verdict.trust.MachineCalm;

/// Runs one phase: opens, starts the clock, watches each second, drains, closes, and looks whether
/// the target still answers. Used by the run's one thread.
final class PhaseRunner {
  private static final Logger LOG = LoggerFactory.getLogger(PhaseRunner.class);
  private static final long QUIET_NANOS = 3_200_000_000L;
  private static final long SECOND_NANOS = 1_000_000_000L;
  private static final long LOOK_EVERY_NANOS = 100_000_000L;
  private static final long START_DELAY_NANOS = 5_000_000L;
  // One lost SYN is sent again after a second: that must not make a living server look dead.
  private static final long AFTER_PROBE_NANOS = 5_000_000_000L;

  private final RunningTarget target;
  private final Optional<FakeDatabase> database;
  private final Probes probes;
  private final LoadDriver driver;
  private final FaultKit kit;
  private final DatabaseWatch delays;
  private final ServiceWatch service;
  private final SlowProbes slow;
  private final Crew crew;
  private final Journal journal;
  private final LatencyLog latencies;
  private final RunListener listener;
  private final Interruption interruption;
  private final boolean quick;
  private final long originNanos;
  private final Marks marks;
  private final ClockWatch clocks = new ClockWatch();
  private Optional<MachineCalm> quiet = Optional.empty();
  private List<LivenessSample> unsettled = List.of();

  PhaseRunner(
      RunningTarget target,
      Optional<FakeDatabase> database,
      Probes probes,
      LoadDriver driver,
      FaultKit kit,
      Crew crew,
      Journal journal,
      LatencyLog latencies,
      RunListener listener,
      Interruption interruption,
      boolean quick,
      long originNanos,
      Marks marks,
      ServiceWatch service) {
    this.service = service;
    this.marks = marks;
    this.target = target;
    this.database = database;
    this.delays = new DatabaseWatch(database);
    this.probes = probes;
    this.slow = new SlowProbes(probes.liveness);
    this.driver = driver;
    this.kit = kit;
    this.crew = crew;
    this.journal = journal;
    this.latencies = latencies;
    this.listener = listener;
    this.interruption = interruption;
    this.quick = quick;
    this.originNanos = originNanos;
  }

  /// Watches the machine while nothing of ours loads it: what later phases are compared with.
  void calibrate() throws IOException, InterruptedException {
    discardOldSamples();
    long end = System.nanoTime() + QUIET_NANOS;
    interruption.waitUntil(end);
    List<MachineSample> samples = probes.machine.samples();
    // Throws where nothing was seen: without a quiet baseline no phase could be trusted.
    MachineCalm calm = MachineCalm.of(samples);
    quiet = Optional.of(calm);
    if (!calm.unread().isEmpty()) {
      note(calm.unread());
    }
  }

  /// Runs a phase.
  ///
  /// @param earlier records of the phases before
  /// @param attempt 1, or more where it is done again
  /// @param enough hears what each second showed, and says when the phase may end
  Performed run(
      Phase phase,
      List<PhaseRecord> earlier,
      int attempt,
      long seed,
      Predicate<IntervalSample> enough)
      throws IOException, InterruptedException {
    if (!crew.applicable(phase)) {
      return new Performed(
          PhaseEvidence.notApplicable(phase, crew.ceilingPerSecond(phase)), List.of());
    }
    Optional<String> busy = delays.prepare(phase);
    if (busy.isPresent()) {
      note(busy.get());
    }
    probes.tuneFor(phase);
    if (phase.populations().isEmpty()) {
      return watch(phase, attempt, Optional.empty(), enough);
    }
    for (String bounds : Crew.bounds(phase)) {
      LOG.info("phase {}: {}", phase.name(), bounds);
    }
    List<Population> populations = crew.populations(phase, earlier, attempt);
    List<SwarmTraffic> swarms = crew.swarms(phase, target.endpoint(), seed);
    try (Traffic traffic = joint(phase, populations, swarms, seed)) {
      int wanted = phase.populations().stream().mapToInt(it -> it.load().connections()).sum();
      int standing = traffic.open(Crew.openWithin(quick));
      if (standing < wanted) {
        note(
            "phase "
                + phase.name()
                + " starts with "
                + standing
                + " of "
                + wanted
                + " connections open");
      }
      Performed performed = watch(phase, attempt, Optional.of(traffic), enough);
      for (SwarmTraffic swarm : swarms) {
        for (String finding : SwarmFindings.of(phase, swarm)) {
          note(finding);
        }
      }
      return performed;
    }
  }

  private Traffic joint(
      Phase phase, List<Population> populations, List<SwarmTraffic> swarms, long seed) {
    List<Traffic> parts = new ArrayList<>(swarms);
    if (!populations.isEmpty()) {
      parts.addFirst(driver.prepare(target.endpoint(), populations, seed, service.sampling(phase)));
    }
    return JointTraffic.of(parts, phase);
  }

  private Performed watch(
      Phase phase, int attempt, Optional<Traffic> traffic, Predicate<IntervalSample> enough)
      throws IOException, InterruptedException {
    // What the probes saw since the phase before was left, while connections opened.
    List<LivenessSample> before = discardOldSamples();
    if (database.isPresent()) {
      database.get().countAnew(phase.name());
    }
    TargetMark begun = marks.look(phase.name() + " begins");
    // A full collection here takes some 50 ms; left to itself it comes in the middle of a phase,
    // whose requests it makes late.
    System.gc();
    long start = System.nanoTime() + START_DELAY_NANOS;
    long planned = phase.duration().toNanos();
    long extension = phase.recovery().map(it -> it.extension().toNanos()).orElse(0L);
    long wallMillis = System.currentTimeMillis();
    service.forget(phase);
    traffic.ifPresent(it -> it.start(start, planned + extension));
    journal.write(
        new Event.PhaseStarted(
            phase.name(),
            phase.title(),
            Choices.write(phase.kind()),
            start,
            planned / 1e9,
            attempt));
    PhaseEvidence evidence =
        new PhaseEvidence(
            phase, crew.ceilingPerSecond(phase), attempt, originNanos, start, begun, quiet);
    evidence.addBefore(unsettled);
    evidence.addBefore(before);
    FaultSchedule faults = new FaultSchedule(phase, kit, journal);
    faults.start(start);
    Seconds seconds = new Seconds(phase, evidence, traffic, enough, faults, start, wallMillis);
    long end;
    // Whatever ends the watch, what was harmed is healed before anything is waited for.
    try (faults) {
      end = seconds.watchUntil(start + planned, false);
    }
    if (extension > 0 && end == start + planned && seconds.recovery().missed()) {
      end = seconds.watchUntil(start + planned + extension, true);
    }
    if (end < start + planned + extension) {
      traffic.ifPresent(Traffic::stop);
    }
    Traffic.Result result = traffic.isPresent() ? traffic.get().await() : null;
    TargetMark after = marks.look(phase.name() + " ends");
    DatabaseRecord delays = database.isPresent() ? database.get().accuracy() : null;
    seconds.finish(System.nanoTime());
    traffic.ifPresent(Traffic::close);
    seconds.watchForFreshProbe(end);
    unsettled = evidence.unsettled();
    Optional<String> slower = slow.learn(phase, evidence.liveness());
    if (slower.isPresent()) {
      note(slower.get());
    }
    marks.ended(phase);
    return new Performed(
        evidence.record(
            end, result, delays, after, marks.jvm(), faults.records(), seconds.recovery()),
        result == null
            ? List.of()
            : result.populations().stream().map(it -> it.latencies().response()).toList());
  }

  /// What was seen between phases counts nowhere, but a machine that stood still is noticed.
  private List<LivenessSample> discardOldSamples() throws IOException {
    probes.target.ifPresent(it -> it.samples());
    for (String jump : clocks.look(probes.machine.samples())) {
      note("between phases: " + jump);
    }
    return probes.liveness.samples();
  }

  private void note(String text) throws IOException {
    journal.write(new Event.Noted(System.nanoTime(), text));
  }

  /// The loop over a phase's seconds.
  private final class Seconds {
    private final Phase phase;
    private final PhaseEvidence evidence;
    private final Optional<Traffic> traffic;
    private final Predicate<IntervalSample> enough;
    private boolean known;
    private final FaultSchedule faults;
    private final long start;
    private final long wallMillis;
    private final WholeSeconds whole = new WholeSeconds();
    private final List<IntervalSample> due = new ArrayList<>();

    Seconds(
        Phase phase,
        PhaseEvidence evidence,
        Optional<Traffic> traffic,
        Predicate<IntervalSample> enough,
        FaultSchedule faults,
        long start,
        long wallMillis) {
      this.phase = phase;
      this.evidence = evidence;
      this.traffic = traffic;
      this.enough = enough;
      this.faults = faults;
      this.start = start;
      this.wallMillis = wallMillis;
    }

    /// Collects each second until the end, and makes and heals faults in between.
    ///
    /// @param untilRecovered true to end as soon as service is as before
    /// @return when it ended: the planned instant, or earlier when asked to, when the target died
    ///   or when all counted requests are answered
    long watchUntil(long end, boolean untilRecovered) throws IOException, InterruptedException {
      long nextSecond = System.nanoTime() + SECOND_NANOS;
      while (System.nanoTime() < end) {
        long look = Math.min(System.nanoTime() + LOOK_EVERY_NANOS, faults.nextNanos());
        interruption.waitUntil(Math.min(end, look));
        if (interruption.asked() || !target.alive()) {
          return Math.min(end, System.nanoTime());
        }
        if (traffic.isPresent() && traffic.get().ended()) {
          return Math.min(end, System.nanoTime());
        }
        faults.act();
        gather();
        if (System.nanoTime() >= nextSecond) {
          collect(System.nanoTime());
          nextSecond += SECOND_NANOS;
          if (known || (untilRecovered && !recovery().missed())) {
            return Math.min(end, System.nanoTime());
          }
        }
      }
      return end;
    }

    /// Whether service is as before, after the last fault, or since the phase's start.
    ///
    /// @return null where the plan does not ask
    RecoveryRecord recovery() {
      if (phase.recovery().isEmpty()) {
        return null;
      }
      double harmEnd = (faults.lastHealedNanos() - start) / 1e9;
      return service.judge(
          phase, phase.recovery().get(), harmEnd, evidence.liveness(), start, target.alive());
    }

    /// Takes what the driver has cut; short samples do not wait for the second's end.
    private void gather() {
      if (traffic.isPresent()) {
        List<IntervalSample> samples = traffic.get().samples();
        service.add(phase, samples);
        for (IntervalSample sample : samples) {
          known |= enough.test(sample);
        }
        due.addAll(whole.add(samples));
      }
    }

    /// The last second, and what is left of it.
    void finish(long now) throws IOException {
      gather();
      due.addAll(whole.rest());
      collect(now);
    }

    private void collect(long now) throws IOException {
      gather();
      List<TrafficSecond> seconds = new ArrayList<>();
      for (IntervalSample sample : due) {
        latencies.write(phase.name(), wallMillis, sample);
        seconds.add(TrafficSecond.of(sample));
        listener.traffic(phase, sample);
      }
      due.clear();
      List<TargetSample> memory = probes.target.map(it -> it.samples()).orElseGet(List::of);
      List<LivenessSample> liveness = probes.liveness.samples();
      List<MachineSample> machine = probes.machine.samples();
      evidence.add(memory, liveness, machine);
      for (String jump : clocks.look(machine)) {
        note("phase " + phase.name() + ": " + jump);
      }
      Event.Second second =
          new Event.Second(
              phase.name(),
              now,
              seconds,
              memory,
              probes.target.map(it -> it.details()).orElseGet(List::of),
              liveness,
              machine,
              delays.second());
      journal.write(second);
      listener.second(phase, (now - start) / 1e9, second);
    }

    /// Until the target answers a new probe and all that were sent in the phase have ended, so that
    /// a silence at its end is seen to its own.
    void watchForFreshProbe(long end) throws IOException, InterruptedException {
      long giveUp = System.nanoTime() + AFTER_PROBE_NANOS;
      while (!(probes.liveness.ended(end) && evidence.answeredSince(end))
          && System.nanoTime() < giveUp
          && target.alive()) {
        Thread.sleep(LOOK_EVERY_NANOS / 1_000_000);
        List<LivenessSample> liveness = probes.liveness.samples();
        evidence.add(List.of(), liveness, List.of());
        journal.write(
            new Event.Second(
                phase.name(),
                System.nanoTime(),
                List.of(),
                List.of(),
                List.of(),
                liveness,
                List.of()));
      }
    }
  }
}
