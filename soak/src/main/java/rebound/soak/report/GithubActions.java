package rebound.soak.report;

import java.util.ArrayList;
import java.util.List;
import rebound.soak.evidence.GateRecord;
import rebound.soak.evidence.PhaseRecord;
import rebound.soak.evidence.RunRecord;
import rebound.soak.evidence.Verdict;

/// Gates as annotations of a GitHub Actions build: a line such as `::error title=…::text` each.
/// <https://docs.github.com/actions/reference/workflow-commands-for-github-actions>
public final class GithubActions {
  // The service shows ten of a kind a step; the verdict must be among them.
  private static final int MOST_OF_A_KIND = 9;

  private GithubActions() {}

  /// The verdict, each gate that was not kept, and what spoiled the figures. A passed run has none.
  public static List<String> annotations(RunRecord run) {
    List<String> errors = gates(run.gates(), Verdict.FAIL, Verdict.INVALID);
    List<String> warnings = gates(run.gates(), Verdict.INCONCLUSIVE);
    for (PhaseRecord phase : run.phases()) {
      if (!phase.reasons().isEmpty()) {
        String why = String.join("; ", phase.reasons());
        warnings.add(line("warning", "untrusted: " + phase.name(), why));
      }
    }
    List<String> lines = new ArrayList<>();
    if (!run.interrupted().isEmpty()
        || run.verdict() == Verdict.FAIL
        || run.verdict() == Verdict.INVALID) {
      String title = "rebound " + run.plan() + " on " + run.target();
      lines.add(line("error", title, VerdictText.headline(run)));
    }
    lines.addAll(errors.subList(0, Math.min(MOST_OF_A_KIND, errors.size())));
    lines.addAll(warnings.subList(0, Math.min(MOST_OF_A_KIND, warnings.size())));
    return lines;
  }

  /// Gates of a comparison: what got worse is an error, what cannot be decided a warning.
  public static List<String> annotations(List<GateRecord> gates) {
    List<String> lines = gates(gates, Verdict.FAIL, Verdict.INVALID);
    lines.addAll(gates(gates, Verdict.INCONCLUSIVE));
    return lines;
  }

  private static List<String> gates(List<GateRecord> gates, Verdict... verdicts) {
    List<String> lines = new ArrayList<>();
    for (GateRecord gate : gates) {
      if (List.of(verdicts).contains(gate.verdict())) {
        String command = gate.verdict() == Verdict.INCONCLUSIVE ? "warning" : "error";
        lines.add(
            line(
                command,
                gate.verdict().label() + ": " + gate.name(),
                "measured "
                    + gate.measured()
                    + ", required "
                    + gate.required()
                    + ": "
                    + gate.why()));
      }
    }
    return lines;
  }

  private static String line(String command, String title, String text) {
    return "::" + command + " title=" + property(title) + "::" + message(text);
  }

  private static String message(String text) {
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A");
  }

  private static String property(String text) {
    return message(text).replace(":", "%3A").replace(",", "%2C");
  }
}
