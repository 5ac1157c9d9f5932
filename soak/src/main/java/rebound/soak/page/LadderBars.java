package rebound.soak.page;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import rebound.soak.evidence.LadderRecord;

/// A step of the attribution ladder's waterfall: from what was held at the end down to the
/// baseline. A step below zero shrank, and its bar goes back up.
///
/// @param name what holds it
/// @param bytes how much
/// @param left where its bar begins, in percent of the widest extent
/// @param width of its bar
record LadderBars(String name, long bytes, double left, double width) {
  /// The steps in their order; none without a ladder.
  static List<LadderBars> of(LadderRecord ladder) {
    if (ladder == null || ladder.aboveBytes() == null) {
      return List.of();
    }
    long low = 0;
    long high = Math.max(0, ladder.aboveBytes());
    long at = ladder.aboveBytes();
    for (LadderRecord.StepRecord step : ladder.steps()) {
      at -= step.bytes();
      low = Math.min(low, at);
      high = Math.max(high, at);
    }
    double span = Math.max(1, high - low);
    List<LadderBars> bars = new ArrayList<>();
    at = ladder.aboveBytes();
    for (LadderRecord.StepRecord step : ladder.steps()) {
      long after = at - step.bytes();
      bars.add(
          new LadderBars(
              step.name(),
              step.bytes(),
              100 * (Math.min(at, after) - low) / span,
              100 * Math.abs(step.bytes()) / span));
      at = after;
    }
    return bars;
  }

  String megabytes() {
    return String.format(Locale.ROOT, "%,.1f", bytes / 1e6);
  }

  /// What a collector or an allocator keeps is no leak.
  String style() {
    return name.startsWith("kept by") ? "good" : "bad";
  }

  String leftCss() {
    return String.format(Locale.ROOT, "%.3f", left);
  }

  String widthCss() {
    return String.format(Locale.ROOT, "%.3f", width);
  }
}
