package rebound.soak.judge;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import rebound.soak.evidence.GateRecord;
import rebound.soak.evidence.MemoryReturnRecord;
import rebound.soak.evidence.PhaseRecord;
import rebound.soak.evidence.PopulationRecord;
import rebound.soak.evidence.RecoveryRecord;
import rebound.soak.evidence.RunRecord;
import rebound.soak.evidence.SentencesRecord;
import rebound.soak.evidence.Verdict;
import rebound.soak.evidence.overload.OverloadRecord;

/// The verdict in words: a sentence each for service, memory, recovery and the measurement.
final class Sentences {
  private Sentences() {}

  static SentencesRecord of(RunRecord run, List<GateRecord> gates) {
    return new SentencesRecord(
        service(run), memory(run.memoryReturn()), recovery(run), measurement(run, gates));
  }

  private static String service(RunRecord run) {
    List<PhaseRecord> judged =
        run.phases().stream()
            .filter(it -> it.applicable() && !Judge.UNJUDGED_KINDS.contains(it.kind()))
            .toList();
    if (judged.isEmpty()) {
      return "No phase was measured.";
    }
    List<String> silent = new ArrayList<>();
    List<String> unseen = new ArrayList<>();
    PhaseRecord longest = judged.getFirst();
    for (PhaseRecord phase : judged) {
      if (phase.liveness().statusAfter() == 0) {
        silent.add(phase.title());
      }
      if (phase.liveness().longestGapMillis() == null) {
        unseen.add(phase.title());
      }
      if (gap(phase) > gap(longest)) {
        longest = phase;
      }
    }
    if (!silent.isEmpty()) {
      return "The server did not answer after: " + String.join(", ", silent) + ".";
    }
    String answered =
        gap(longest) > 0
            ? String.format(
                Locale.ROOT,
                "The server answered after every phase; the longest time without an answer to a"
                    + " probe was %,.0f ms, in %s.",
                gap(longest),
                longest.title())
            : unseen.size() == judged.size()
                ? "The server answered after every phase."
                : "The server answered after every phase, and no probe found it silent.";
    String blind =
        unseen.isEmpty()
            ? ""
            : " No probe was in time to tell of " + String.join(", ", unseen) + ".";
    return answered + blind + restarts(judged);
  }

  /// Which probes not to use as a liveness probe: they would have killed a pod that came back by
  /// itself.
  private static String restarts(List<PhaseRecord> judged) {
    List<String> killed =
        judged.stream()
            .filter(it -> !it.liveness().wouldRestart().isEmpty())
            .map(it -> it.title() + " (" + String.join(", ", it.liveness().wouldRestart()) + ")")
            .toList();
    return killed.isEmpty()
        ? ""
        : " A kubelet with its defaults would have restarted it all the same, by these probes: "
            + String.join("; ", killed)
            + ".";
  }

  private static double gap(PhaseRecord phase) {
    Double gap = phase.liveness().longestGapMillis();
    return gap == null ? 0 : gap;
  }

  private static String memory(MemoryReturnRecord memory) {
    return switch (memory.returnClass()) {
      case "UNKNOWN" -> "Memory return was not measured: " + memory.why() + ".";
      case "NO_GROWTH" ->
          String.format(
              Locale.ROOT,
              "Memory hardly grew: %s after warm-up, %s at most, %s at the end.",
              Returned.megabytes(memory.baselineBytes()),
              Returned.megabytes(memory.peakBytes()),
              Returned.megabytes(memory.settledBytes()));
      default ->
          String.format(
              Locale.ROOT,
              "Memory %s: %s after warm-up, %s at its peak, %s at the end (%.2f times the start).",
              memory.returnClass().equals("RETAINED") ? "did not come back" : "came back",
              Returned.megabytes(memory.baselineBytes()),
              Returned.megabytes(memory.peakBytes()),
              Returned.megabytes(memory.settledBytes()),
              memory.settledRatio());
    };
  }

  private static String recovery(RunRecord run) {
    if (run.overload() != null) {
      return afterOverload(run.overload());
    }
    List<PhaseRecord> watched = run.phases().stream().filter(it -> it.recovery() != null).toList();
    PhaseRecord recovery =
        run.phases().stream().filter(it -> it.kind().equals("recovery")).findFirst().orElse(null);
    if (recovery == null || recovery.populations().isEmpty()) {
      if (!watched.isEmpty()) {
        return afterHarm(watched);
      }
      return run.quick() ? "A quick look judges no recovery." : "The plan has no recovery phase.";
    }
    return throughput(run, recovery) + (watched.isEmpty() ? "" : " " + afterHarm(watched));
  }

  private static String throughput(RunRecord run, PhaseRecord recovery) {
    PopulationRecord after = recovery.populations().getFirst();
    PopulationRecord before = twin(run, after);
    if (before == null || before.throughputPerSecond() == 0) {
      return String.format(
          Locale.ROOT, "After the harm it served %,.0f requests/s.", after.throughputPerSecond());
    }
    return String.format(
        Locale.ROOT,
        "After the harm it served %,.0f requests/s, %.2f times the %,.0f of the same load before.",
        after.throughputPerSecond(),
        after.throughputPerSecond() / before.throughputPerSecond(),
        before.throughputPerSecond());
  }

  /// What windows against a baseline say, of one phase or of many.
  private static String afterHarm(List<PhaseRecord> watched) {
    if (watched.size() == 1) {
      RecoveryRecord only = watched.getFirst().recovery();
      return (only.recovered() == null ? "Not calibrated" : only.state())
          + ": "
          + only.sentence()
          + (only.windowSeconds() == null
              ? "."
              : String.format(
                  Locale.ROOT,
                  " (windows of %.1f s against %s).",
                  only.windowSeconds(),
                  only.baseline()));
    }
    List<RecoveryRecord> back =
        watched.stream()
            .map(PhaseRecord::recovery)
            .filter(it -> Boolean.TRUE.equals(it.recovered()))
            .toList();
    String missed =
        watched.stream()
            .filter(it -> !Boolean.TRUE.equals(it.recovery().recovered()))
            .map(it -> it.title() + " (" + missed(it.recovery()) + ")")
            .collect(Collectors.joining(", "));
    return String.format(
        Locale.ROOT,
        "After %d of %d harms service was as before, within %.1f s at the most%s.",
        back.size(),
        watched.size(),
        back.stream().mapToDouble(RecoveryRecord::seconds).max().orElse(0),
        missed.isEmpty() ? "" : "; not after " + missed);
  }

  private static String missed(RecoveryRecord recovery) {
    return recovery.recovered() == null
        ? "not calibrated"
        : String.format(Locale.ROOT, "%s, > %.0f s", recovery.state(), recovery.watchedSeconds());
  }

  private static String afterOverload(OverloadRecord found) {
    if (found.recoveredRatio() == null) {
      return "Whether service came back after the steps cannot be said.";
    }
    return found.slowestRecoverySeconds() == null
        ? "After some steps service did not come back while it was watched."
        : String.format(
            Locale.ROOT,
            "After every step service was as before within %.1f s.",
            found.slowestRecoverySeconds());
  }

  /// The first load phase with the same model and connections as the recovery.
  private static PopulationRecord twin(RunRecord run, PopulationRecord after) {
    return run.phases().stream()
        .filter(it -> it.kind().equals("load") && !it.populations().isEmpty())
        .map(it -> it.populations().getFirst())
        .filter(it -> it.model().equals(after.model()) && it.connections() == after.connections())
        .findFirst()
        .orElse(null);
  }

  private static String measurement(RunRecord run, List<GateRecord> gates) {
    List<String> spoiled =
        run.phases().stream().filter(it -> !it.trusted()).map(PhaseRecord::title).toList();
    if (gates.stream().anyMatch(it -> it.verdict() == Verdict.INVALID) && spoiled.isEmpty()) {
      return "A figure that a gate needs is missing: see the gates.";
    }
    return spoiled.isEmpty()
        ? "The driver kept its own limits in every phase."
        : "Not to be trusted: " + String.join(", ", spoiled) + "; see the reasons of each phase.";
  }
}
