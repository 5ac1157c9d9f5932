package rebound.soak.report;

import java.util.Locale;
import rebound.soak.evidence.LadderRecord;

/// The waterfall of the attribution ladder as a table.
final class LadderTable {
  private LadderTable() {}

  /// The table and an empty line; nothing without a waterfall.
  static String markdown(LadderRecord ladder) {
    if (ladder == null || ladder.aboveBytes() == null) {
      return "";
    }
    StringBuilder text = new StringBuilder("| held at the end by | MB |\n|---|---:|\n");
    for (LadderRecord.StepRecord step : ladder.steps()) {
      text.append(row(step.name(), step.bytes()));
    }
    return text.append(row("**above the baseline**", ladder.aboveBytes())).append('\n').toString();
  }

  private static String row(String name, long bytes) {
    return String.format(Locale.ROOT, "| %s | %,.1f |%n", name, bytes / 1e6);
  }
}
