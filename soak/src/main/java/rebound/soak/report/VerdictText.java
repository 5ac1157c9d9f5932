package rebound.soak.report;

import java.util.ArrayList;
import java.util.List;
import rebound.soak.evidence.GateRecord;
import rebound.soak.evidence.ObserverRecord;
import rebound.soak.evidence.PhaseRecord;
import rebound.soak.evidence.RunRecord;
import rebound.soak.evidence.Verdict;

/// The sentences and gates of a run as plain text, the verdict last.
public final class VerdictText {
  private VerdictText() {}

  /// All of it, a line each.
  public static List<String> lines(RunRecord run) {
    List<String> lines = new ArrayList<>();
    // The steps of an overload have a table of their own.
    List<String> harms = run.overload() == null ? HarmTable.lines(run.phases()) : List.of();
    if (!harms.isEmpty()) {
      lines.add("");
      lines.addAll(harms);
    }
    if (run.capacity() != null) {
      lines.add("");
      lines.addAll(CapacityTable.lines(run.capacity()));
    }
    List<String> found = ExperimentText.lines(run);
    if (!found.isEmpty()) {
      lines.add("");
      lines.addAll(found);
    }
    lines.add("");
    lines.add("  service      " + run.sentences().service());
    lines.add("  memory       " + run.sentences().memory());
    if (run.ladder() != null) {
      lines.add("  held by      " + run.ladder().sentence());
    }
    lines.add("  recovery     " + run.sentences().recovery());
    lines.add("  measurement  " + run.sentences().measurement());
    String cost = cost(run.observer());
    if (!cost.isEmpty()) {
      lines.add("  watching     " + cost);
    }
    lines.add("");
    for (GateRecord gate : run.gates()) {
      lines.add(gate(gate));
    }
    for (PhaseRecord phase : run.phases()) {
      for (String reason : phase.reasons()) {
        lines.add("  untrusted  " + phase.title() + ": " + reason);
      }
    }
    for (String note : run.notes()) {
      lines.add("  note  " + note);
    }
    lines.add("");
    lines.add(headline(run));
    return lines;
  }

  /// The one line that says it.
  public static String headline(RunRecord run) {
    String interrupted =
        run.interrupted().isEmpty() ? "" : " (ended early: " + run.interrupted() + ")";
    if (run.quick()) {
      String word =
          run.verdict() == Verdict.FAIL
              ? "FAIL"
              : run.verdict() == Verdict.INVALID ? "INVALID" : "PASS";
      return "QUICK LOOK: " + word + ", not a release verdict" + interrupted;
    }
    return "VERDICT: " + run.verdict().label() + interrupted;
  }

  /// What watching cost, in a sentence; empty where it is not known.
  public static String cost(ObserverRecord observer) {
    return observer == null || observer.runnerCpuRatio() == null
        ? ""
        : String.format(
            java.util.Locale.ROOT,
            "The runner took %.1f %% of one core beside the driver, %.0f MB of heap at most; its"
                + " longest look at the target took %.0f ms, between phases.",
            100 * observer.runnerCpuRatio(),
            observer.peakHeapBytes() / 1e6,
            observer.longestMarkMillis());
  }

  private static String gate(GateRecord gate) {
    String mark =
        gate.verdict() == Verdict.NOT_JUDGED
            ? "NOT JUDGED" + (gate.why().startsWith("a quick look") ? " (quick)" : "")
            : gate.verdict().name();
    return "  "
        + String.format(java.util.Locale.ROOT, "%-12s ", mark)
        + gate.name()
        + ": "
        + gate.measured()
        + ", required "
        + gate.required()
        + (gate.verdict() == Verdict.PASS ? "" : " – " + gate.why());
  }
}
