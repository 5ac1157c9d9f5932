package rebound.soak.run;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import rebound.chaos.load.Calibration;
import rebound.chaos.load.LoadDriver;
import rebound.chaos.load.Settings;
import rebound.soak.evidence.sample.Environment;
import rebound.soak.evidence.sample.MemoryLimit;
import rebound.soak.experiment.CapacityExperiment;
import rebound.soak.experiment.OverloadExperiment;
import rebound.soak.experiment.SurfaceExperiment;
import rebound.soak.fault.FaultKit;
import rebound.soak.journal.Event;
import rebound.soak.journal.Journal;
import rebound.soak.journal.LatencyLog;
import rebound.soak.journal.RunFolder;
import rebound.soak.journal.UnwrittenException;
import rebound.soak.plan.CapacityPlan;
import rebound.soak.plan.ExperimentPlan;
import rebound.soak.plan.OverloadPlan;
import rebound.soak.plan.Phase;
import rebound.soak.plan.Plan;
import rebound.soak.plan.SurfacePlan;
import rebound.soak.planfile.UsageException;
import rebound.soak.probe.machine.EnvironmentReader;
import rebound.soak.probe.process.ProcessIdentity;
import rebound.soak.probe.target.MemoryLimits;
import rebound.soak.target.AttachedTarget;
import rebound.soak.target.FakeDatabase;
import rebound.soak.target.Installation;
import rebound.soak.target.RunningTarget;
import rebound.soak.target.StartException;
import rebound.soak.target.StartedTarget;

/// Runs a plan against one target from start to stop and leaves its evidence in a folder. Whatever
/// happens, what it started is stopped and the journal says how it ended.
public final class Runner {
  private static final Logger LOG = LoggerFactory.getLogger(Runner.class);
  private static final int MOST_ATTEMPTS = 3;
  // Long enough for a 99th percentile, short enough that the search for the rate takes 6 s at most.
  private static final Duration CALIBRATION_TRIAL = Duration.ofMillis(500);

  private final RunRequest request;
  private final RunListener listener;
  private final Interruption interruption;

  /// Prepares a run; nothing happens before [#run()].
  ///
  /// @param request what to do
  /// @param listener hears what happens
  /// @param interruption asks for an early end
  public Runner(RunRequest request, RunListener listener, Interruption interruption) {
    this.request = request;
    this.listener = listener;
    this.interruption = interruption;
  }

  /// Runs.
  ///
  /// @return the folder with the journal, from which results are made
  /// @throws StartException when the target, its database or the machine cannot carry the plan
  /// @throws UsageException when a route does not answer as the plan expects
  public RunFolder run() throws IOException, InterruptedException, StartException {
    Optional<Resumption> resumption = request.resumption();
    Instant startedAt =
        resumption
            .map(Resumption::startedAt)
            .orElseGet(() -> Instant.now().truncatedTo(ChronoUnit.MILLIS));
    RunFolder folder = resumption.isPresent() ? resumption.get().folder() : create(startedAt);
    long origin = resumption.map(it -> it.started().originNanos()).orElseGet(System::nanoTime);
    try (Journal journal = Journal.open(folder.journal());
        LatencyLog latencies = LatencyLog.open(folder.histogramLog(), startedAt.toEpochMilli())) {
      if (resumption.isPresent()) {
        journal.write(new Event.Resumed(System.nanoTime(), resumption.get().done().size()));
        journal.write(gap(resumption.get(), request.attachment().isPresent()));
      } else {
        Environment environment = EnvironmentReader.read(Optional.of(request.home().directory()));
        journal.write(started(request.plan(), startedAt, origin, environment));
      }
      Outcome outcome = new Outcome();
      try {
        int processes = request.plan().experiment().map(ExperimentPlan::processes).orElse(1);
        while (outcome.process < processes && !interruption.asked() && !outcome.died) {
          outcome.process++;
          perform(folder, journal, latencies, origin, outcome);
        }
      } catch (StartException notReady) {
        outcome.died = notReady.exitCode() == 5;
        outcome.invalid = notReady.exitCode() == 5 ? "" : notReady.getMessage();
        throw notReady;
      } catch (UnwrittenException full) {
        outcome.full = full.getMessage();
        throw full;
      } catch (IOException | InterruptedException | RuntimeException | Error failed) {
        outcome.invalid = failed.toString();
        throw failed;
      } finally {
        journal.write(
            new Event.RunEnded(
                System.nanoTime(),
                outcome.full.isEmpty() ? interruption.reason() : outcome.full,
                outcome.died,
                outcome.invalid));
      }
    }
    return folder;
  }

  private RunFolder create(Instant startedAt) throws IOException {
    RunFolder folder =
        RunFolder.create(request.runs(), startedAt, request.plan().name(), request.target().name());
    folder.write("plan.yaml", request.planText());
    return folder;
  }

  private static Event.Noted gap(Resumption resumption, boolean attached) {
    long now = System.nanoTime();
    return new Event.Noted(
        now,
        String.format(
            Locale.ROOT,
            "resumed after a gap of %.0f s, %s, after %d phases",
            (now - resumption.lastNanos()) / 1e9,
            attached ? "attached anew" : "with a fresh target",
            resumption.done().size()));
  }

  private Event.RunStarted started(
      Plan plan, Instant startedAt, long origin, Environment environment) {
    return new Event.RunStarted(
        plan.name(),
        request.target().name(),
        plan.seed(),
        startedAt.toString(),
        origin,
        request.quick(),
        request.strict(),
        request.attachment().map(it -> !it.unwatched()).orElse(true),
        environment);
  }

  private void perform(
      RunFolder folder, Journal journal, LatencyLog latencies, long origin, Outcome outcome)
      throws IOException, InterruptedException, StartException {
    Plan plan = request.plan();
    MachineCheck.check(
        plan, request.attachment().flatMap(it -> it.pid().stream().boxed().findFirst()));
    try (Started started = start(folder);
        LoadDriver driver = new LoadDriver(Settings.defaults())) {
      journal.write(ready(started.target));
      Crew crew =
          new Crew(request.target(), plan.seed(), Attachment.headersOf(request.attachment()));
      // Before the target is asked anything: faults that a selftest seeds count from there.
      if (!request.quick()) {
        crew = calibrated(crew, driver, journal);
      }
      RouteCheck.check(started.target.endpoint(), crew, plan.foreseeable());
      started.kit.aimAt(plan, started.target);
      RunnerCost cost = new RunnerCost();
      try (Probes probes = probes(started);
          JvmWatch jvm =
              JvmWatch.attach(
                  plan,
                  request.quick(),
                  started.target.pid(),
                  request.resumption().flatMap(Resumption::rested))) {
        started.kit.whenRestarted(
            pid -> {
              probes.follow(pid);
              journal.write(ready(started.target));
            });
        PhaseRunner phases =
            new PhaseRunner(
                started.target,
                started.database,
                probes,
                driver,
                started.kit,
                crew,
                journal,
                latencies,
                listener,
                interruption,
                request.quick(),
                origin,
                new Marks(probes, jvm, cost, journal),
                ServiceWatch.of(plan.phases()));
        if (!request.quick()) {
          phases.calibrate();
        }
        RunStage stage =
            new RunStage(
                phases,
                started.target,
                journal,
                listener,
                interruption,
                request.resumption().map(Resumption::done).orElseGet(List::of),
                plan.phases().size());
        runPhases(stage, outcome);
        if (started.database.isPresent()) {
          folder.write("database.hlog", started.database.get().overshootLog());
        }
        journal.write(cost.watched(probes));
        if (started.target.alive() && !interruption.asked()) {
          Optional<Event.Climbed> climbed = jvm.climb(probes.source);
          if (climbed.isPresent()) {
            journal.write(climbed.get());
          }
        }
      }
    }
  }

  private Event.TargetReady ready(RunningTarget target) throws IOException {
    OptionalDouble startup = target.startupMillis();
    OptionalLong pid = target.pid();
    return new Event.TargetReady(
        startup.isPresent() ? startup.getAsDouble() : null,
        limit(pid),
        pid.isPresent() ? ProcessIdentity.of(pid.getAsLong()).word() : null);
  }

  /// What the target's memory may grow to, or null.
  private MemoryLimit limit(OptionalLong pid) {
    MemoryLimits limits = MemoryLimits.ofThisMachine();
    Optional<Path> group = request.attachment().flatMap(Attachment::controlGroup);
    if (group.isPresent()) {
      return limits.of(group.get()).orElse(null);
    }
    return pid.isPresent() ? limits.of(pid.getAsLong()).orElse(null) : null;
  }

  /// Finds what the driver can do on this machine, where a plan sends by a schedule, while the
  /// target has nothing to do.
  private Crew calibrated(Crew crew, LoadDriver driver, Journal journal)
      throws IOException, InterruptedException {
    List<Phase> phases = request.plan().foreseeable();
    if (phases.stream().noneMatch(Phase::hasSchedule)) {
      return crew;
    }
    if (phases.stream().noneMatch(Phase::hasRelativeRate)) {
      driver.measureQuietLag(CALIBRATION_TRIAL);
      return crew;
    }
    Calibration calibration = driver.calibrate(CALIBRATION_TRIAL);
    journal.write(
        new Event.Noted(
            System.nanoTime(),
            String.format(
                Locale.ROOT,
                "the driver on this machine: %,.0f req/s at most, on time up to %,.0f/s, timers"
                    + " alone late by %.2f ms at p99",
                calibration.closedPerSecond(),
                calibration.trustedPerSecond(),
                calibration.quietLagP99Millis())));
    return crew.cappedAt(calibration.trustedPerSecond());
  }

  private void runPhases(RunStage stage, Outcome outcome) throws IOException, InterruptedException {
    List<Phase> phases = request.plan().phases();
    for (int i = stage.ended(); i < phases.size() && !stage.over(); i++) {
      Phase phase = phases.get(i);
      boolean again =
          phase.kind().repeatable() && phase.duration().toSeconds() <= 30 && !request.quick();
      stage.settle(phase, again ? MOST_ATTEMPTS : 1, request.plan().seed() * 1_000_003 + i);
    }
    if (request.plan().experiment().isPresent() && !stage.over()) {
      switch (request.plan().experiment().get()) {
        case CapacityPlan capacity ->
            new CapacityExperiment(capacity, request.plan().seed(), outcome.process, stage).run();
        case OverloadPlan overload ->
            new OverloadExperiment(overload, request.plan().seed(), request.quick(), stage).run();
        case SurfacePlan surface ->
            new SurfaceExperiment(surface, request.plan().seed(), request.quick(), stage).run();
      }
    }
    outcome.died = stage.died();
  }

  private Probes probes(Started started) throws IOException {
    return Probes.start(
        started.target.endpoint(),
        request.target(),
        started.target.pid(),
        request.attachment(),
        started.database.map(it -> List.of(it.pid())).orElseGet(List::of));
  }

  private Started start(RunFolder folder) throws IOException, InterruptedException, StartException {
    if (request.attachment().isPresent()) {
      Attachment attachment = request.attachment().get();
      return new Started(
          Optional.empty(),
          FaultKit.open(request.plan(), Optional.empty()),
          new AttachedTarget(attachment.endpoint(), attachment.pid()));
    }
    if (Installation.due(request.target())) {
      LOG.info(
          "installing target {} once: {}",
          request.target().name(),
          String.join(" ", request.target().install()));
    }
    Installation.run(request.target(), request.home(), folder.file("install.log"));
    Optional<FakeDatabase> database = Optional.empty();
    if (request.target().wantsDatabase()) {
      database = Optional.of(FakeDatabase.start(request.home(), folder.file("fake-db.log")));
    }
    FaultKit kit = null;
    try {
      if (database.isPresent()) {
        database.get().apply(request.plan().database());
      }
      kit = FaultKit.open(request.plan(), database);
      RunningTarget target =
          StartedTarget.start(
              request.target(),
              request.home(),
              database,
              request.plan().cpus().target(),
              folder.file("target.log"));
      return new Started(database, kit, target);
    } catch (IOException | InterruptedException | StartException | RuntimeException failed) {
      if (kit != null) {
        kit.close();
      }
      database.ifPresent(FakeDatabase::close);
      throw failed;
    }
  }

  /// How a run ended; written by the run's one thread.
  private static final class Outcome {
    int process;
    boolean died;
    String full = "";
    String invalid = "";
  }

  /// What this run started, stopped target first.
  private record Started(Optional<FakeDatabase> database, FaultKit kit, RunningTarget target)
      implements AutoCloseable {
    @Override
    public void close() throws IOException {
      // Healed first: a target that stands still cannot end itself.
      try {
        kit.close();
      } finally {
        target.close();
        database.ifPresent(FakeDatabase::close);
      }
    }
  }
}
