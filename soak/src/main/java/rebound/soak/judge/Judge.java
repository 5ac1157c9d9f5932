package rebound.soak.judge;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import rebound.soak.evidence.CreepRecord;
import rebound.soak.evidence.DriverRecord;
import rebound.soak.evidence.GateRecord;
import rebound.soak.evidence.MemoryReturnRecord;
import rebound.soak.evidence.PhaseRecord;
import rebound.soak.evidence.PopulationRecord;
import rebound.soak.evidence.RatchetRecord;
import rebound.soak.evidence.RunRecord;
import rebound.soak.evidence.SentencesRecord;
import rebound.soak.evidence.Verdict;
import rebound.soak.journal.Event;
import rebound.soak.journal.RunFolder;
import rebound.soak.plan.Gate;
import rebound.soak.plan.Plan;

/// Judges a run from its folder alone, so that a stored run, or the rest of a crashed one, can be
/// judged again at any time with the same result.
public final class Judge {
  /// Kinds of phase that gates on all phases pass over.
  static final List<String> UNJUDGED_KINDS = List.of("warm-up", "rest");

  private static final String MEMORY_METRICS = "memory";

  private Judge() {}

  /// Judges a run.
  ///
  /// @param plan the plan as it stands in the folder
  /// @throws IOException when the journal cannot be read
  public static RunRecord judge(RunFolder folder, Plan plan) throws IOException {
    Story story = Story.read(folder.journal());
    MemoryReturnRecord memory =
        Returned.of(story)
            .withDescriptorsLeft(
                story.changedProcess().isEmpty() ? Descriptors.left(story.phases()) : null);
    DriverRecord driver = wholeRun(story.phases());
    Growth growth =
        new Growth(Growths.creep(folder.journal()), Growths.ratchet(story.phases(), memory));
    Experiments experiments = Experiments.of(folder, plan, story);
    RunRecord seen =
        record(story, memory, growth, experiments, driver, List.of(), null, Verdict.INVALID, 0);
    List<GateRecord> gates = gates(seen, plan, story);
    Verdict verdict = verdict(gates, story);
    SentencesRecord sentences = Sentences.of(seen, gates);
    return record(
        story,
        memory,
        growth,
        experiments,
        driver,
        gates,
        sentences,
        verdict,
        exitCode(verdict, story));
  }

  private static RunRecord record(
      Story story,
      MemoryReturnRecord memory,
      Growth growth,
      Experiments experiments,
      DriverRecord driver,
      List<GateRecord> gates,
      SentencesRecord sentences,
      Verdict verdict,
      int exitCode) {
    Event.RunStarted started = story.started();
    return new RunRecord(
        RunRecord.SCHEMA_VERSION,
        started.plan(),
        started.target(),
        verdict,
        exitCode,
        started.quick(),
        started.seed(),
        started.startedAt(),
        story.seconds(),
        interrupted(story),
        story.startupMillis(),
        sentences,
        started.environment(),
        story.phases(),
        gates,
        memory,
        growth.ratchet(),
        Attribution.of(story.climbed(), memory.baselineBytes()),
        growth.creep(),
        driver,
        experiments.capacity(),
        Attribution.observer(story.watched()),
        experiments.overload(),
        experiments.surface(),
        notes(story));
  }

  /// What grew over the run.
  private record Growth(List<CreepRecord> creep, RatchetRecord ratchet) {}

  private static String interrupted(Story story) {
    return story.ended() == null
        ? "the runner ended without a word; this is what the journal holds"
        : story.ended().interrupted();
  }

  private static List<String> notes(Story story) {
    List<String> notes = new ArrayList<>(story.notes());
    if (story.damagedLines() > 0) {
      notes.add(story.damagedLines() + " damaged line(s) of the journal were left out");
    }
    return notes;
  }

  private static List<GateRecord> gates(RunRecord seen, Plan plan, Story story) {
    List<GateRecord> records = new ArrayList<>();
    records.add(ledgers(seen));
    GateJudge judge = new GateJudge(seen, UNJUDGED_KINDS);
    boolean quick = story.started().quick() && !story.started().strict();
    if (!quick) {
      records.add(trust(seen));
    }
    if (seen.capacity() != null) {
      records.addAll(Capacities.gates(seen.capacity(), quick));
    }
    for (Gate gate : plan.gates()) {
      String why = notJudged(gate, quick, story);
      why = why.isEmpty() ? OverloadGates.unasked(gate, plan, seen.overload()) : why;
      records.add(
          why.isEmpty()
              ? judge.judge(gate)
              : new GateRecord(gate.name(), Verdict.NOT_JUDGED, "–", gate.required(), why));
    }
    if (!quick) {
      records.addAll(
          Growths.gates(
              seen.phases(),
              seen.creep(),
              seen.ratchet(),
              seen.memoryReturn(),
              story.started().watched(),
              story.soaked()));
    }
    return records;
  }

  /// Why a gate is not judged in this run, or empty.
  private static String notJudged(Gate gate, boolean quick, Story story) {
    if (quick && !judgedInQuickLook(gate)) {
      return "a quick look is too short for it; --strict judges it all the same";
    }
    return !story.started().watched() && gate.metric().startsWith(MEMORY_METRICS)
        ? "nobody said how to read the target's memory: use --pid or --memory"
        : Descriptors.notOffered(gate.metric(), story.phases());
  }

  private static boolean judgedInQuickLook(Gate gate) {
    // A wrong answer is wrong however short the look; what takes its time, such as a close, is not.
    return gate.metric().equals("ledger.unexpectedStatus")
        || gate.metric().equals("liveness.statusAfter");
  }

  /// The one gate that no plan has to name: every attempt of every population has one outcome.
  private static GateRecord ledgers(RunRecord seen) {
    long attempts = 0;
    for (PhaseRecord phase : seen.phases()) {
      for (PopulationRecord population : phase.populations()) {
        attempts += population.ledger().attempted();
        if (!population.ledger().addsUp()) {
          return new GateRecord(
              "ledger adds up",
              Verdict.INVALID,
              phase.name() + "/" + population.name() + ": " + population.ledger(),
              "attempts = outcomes",
              "an attempt was lost or counted twice: a bug of the driver");
        }
      }
    }
    return attempts == 0
        ? new GateRecord(
            "ledger adds up",
            Verdict.INVALID,
            "no attempt",
            "attempts = outcomes",
            "nothing was measured")
        : new GateRecord(
            "ledger adds up",
            Verdict.PASS,
            String.format(java.util.Locale.ROOT, "%,d attempts", attempts),
            "attempts = outcomes",
            "each attempt ended in exactly one outcome");
  }

  /// The other gate that no plan has to name: neither the driver nor the machine spoiled a phase.
  private static GateRecord trust(RunRecord seen) {
    List<String> spoiled =
        seen.phases().stream()
            .filter(it -> !it.trusted() && !UNJUDGED_KINDS.contains(it.kind()))
            .map(PhaseRecord::title)
            .toList();
    return new GateRecord(
        "figures can be trusted",
        spoiled.isEmpty() ? Verdict.PASS : Verdict.INVALID,
        spoiled.isEmpty() ? "all phases" : "untrusted: " + String.join(", ", spoiled),
        "driver and machine within their limits",
        spoiled.isEmpty()
            ? "every check of the driver passed"
            : "the reasons stand below, a line each; measure again on a quieter machine");
  }

  private static Verdict verdict(List<GateRecord> gates, Story story) {
    if (story.ended() != null && !story.ended().invalid().isEmpty()) {
      return Verdict.INVALID;
    }
    if (story.ended() != null && story.ended().targetDied()) {
      return Verdict.FAIL;
    }
    Verdict worst = GateJudge.worst(gates).verdict();
    if (worst == Verdict.PASS && !interrupted(story).isEmpty()) {
      return Verdict.INCONCLUSIVE;
    }
    return worst == Verdict.NOT_JUDGED ? Verdict.INCONCLUSIVE : worst;
  }

  /// The first that applies: 130, 5, 3, 1, 4, 0.
  private static int exitCode(Verdict verdict, Story story) {
    if (!interrupted(story).isEmpty()) {
      return 130;
    }
    if (story.ended().targetDied()) {
      return 5;
    }
    return switch (verdict) {
      case INVALID -> 3;
      case FAIL -> 1;
      case INCONCLUSIVE, NOT_JUDGED -> 4;
      case PASS -> 0;
    };
  }

  /// The driver over all phases that it drove.
  private static DriverRecord wholeRun(List<PhaseRecord> phases) {
    double seconds = 0;
    double busy = 0;
    double cpu = 0;
    long completed = 0;
    long rss = 0;
    double lagP99 = 0;
    double lagMax = 0;
    double pause = 0;
    boolean trusted = true;
    List<String> reasons = new ArrayList<>();
    for (PhaseRecord phase : phases) {
      DriverRecord driver = phase.driver();
      if (driver == null) {
        continue;
      }
      seconds += phase.seconds();
      busy += driver.cpuRatio() * phase.seconds();
      cpu += driver.cpuSeconds();
      completed += phase.populations().stream().mapToLong(it -> it.ledger().completed()).sum();
      rss = Math.max(rss, driver.peakRssBytes());
      lagP99 = Math.max(lagP99, driver.lagP99Millis());
      lagMax = Math.max(lagMax, driver.lagMaxMillis());
      pause = Math.max(pause, driver.gcPauseMaxMillis());
      trusted &= driver.trusted();
      driver.reasons().forEach(reason -> reasons.add(phase.name() + ": " + reason));
    }
    return new DriverRecord(
        seconds == 0 ? 0 : busy / seconds,
        cpu,
        completed == 0 ? null : cpu * 100_000 / completed,
        rss,
        lagP99,
        lagMax,
        pause,
        trusted,
        reasons);
  }
}
