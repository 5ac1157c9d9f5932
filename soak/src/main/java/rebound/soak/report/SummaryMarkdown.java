package rebound.soak.report;

import java.util.Locale;
import rebound.soak.evidence.GateRecord;
import rebound.soak.evidence.RunRecord;

/// `summary.md`: the verdict, the table and the gates, for a pull request or a wiki.
public final class SummaryMarkdown {
  private SummaryMarkdown() {}

  /// The file's text.
  public static String write(RunRecord run) {
    StringBuilder text = new StringBuilder();
    text.append("# ").append(run.plan()).append(" on ").append(run.target()).append("\n\n");
    text.append("**").append(VerdictText.headline(run)).append("**\n\n");
    text.append("- ").append(run.sentences().service()).append('\n');
    text.append("- ").append(run.sentences().memory()).append('\n');
    if (run.ladder() != null) {
      text.append("- ").append(run.ladder().sentence()).append('\n');
    }
    text.append("- ").append(run.sentences().recovery()).append('\n');
    text.append("- ").append(run.sentences().measurement()).append("\n\n");
    text.append(LadderTable.markdown(run.ladder()));
    if (run.capacity() != null) {
      text.append(CapacityTable.markdown(run.capacity())).append('\n');
    }
    text.append(PhaseTable.markdown(run.phases())).append('\n');
    String harms = run.overload() == null ? HarmTable.markdown(run.phases()) : "";
    if (!harms.isEmpty()) {
      text.append(harms).append('\n');
    }
    String found = ExperimentText.markdown(run);
    if (!found.isEmpty()) {
      text.append(found).append('\n');
    }
    text.append("| gate | verdict | measured | required | why |\n|---|---|---|---|---|\n");
    for (GateRecord gate : run.gates()) {
      text.append("| ")
          .append(
              String.join(
                  " | ",
                  gate.name(),
                  gate.verdict().label(),
                  gate.measured(),
                  gate.required(),
                  gate.why()))
          .append(" |\n");
    }
    text.append(
        String.format(
            Locale.ROOT,
            "%nStarted %s, %.0f s, seed %d. Response time counts from the intended time to the end;"
                + " percentiles are HdrHistogram's, shown where at least ten samples lie above"
                + " them. MB = 10⁶ bytes.%n",
            run.startedAt(),
            run.seconds(),
            run.seed()));
    run.notes().forEach(note -> text.append("\n> ").append(note).append('\n'));
    return text.toString();
  }
}
