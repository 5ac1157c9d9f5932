package rebound.soak.judge;

import java.util.List;
import rebound.soak.evidence.LadderRecord;
import rebound.soak.evidence.ObserverRecord;
import rebound.soak.journal.Event;
import rebound.soak.verdict.memory.Waterfall;

/// Turns what was read on the attribution ladder into the waterfall, and what watching cost into
/// its record.
final class Attribution {
  private Attribution() {}

  /// Where the memory that stayed is held.
  ///
  /// @param climbed the ladder; null where nobody wanted it
  /// @param baselineBytes M0; null where it is not known
  /// @return null without a ladder
  static LadderRecord of(Event.Climbed climbed, Long baselineBytes) {
    if (climbed == null) {
      return null;
    }
    if (!climbed.why().isEmpty() || baselineBytes == null) {
      String why = climbed.why().isEmpty() ? "there is no baseline to count from" : climbed.why();
      return new LadderRecord(
          null, List.of(), why, "What holds memory was not found: " + why + ".");
    }
    Waterfall fall = Waterfall.of(climbed.ladder(), baselineBytes);
    boolean found = fall.unreadable().isEmpty();
    String sentence = fall.sentence();
    return new LadderRecord(
        found ? fall.aboveBytes() : null,
        fall.steps().stream()
            .map(step -> new LadderRecord.StepRecord(step.name(), step.bytes()))
            .toList(),
        fall.unreadable(),
        Character.toUpperCase(sentence.charAt(0)) + sentence.substring(1) + ".");
  }

  /// What watching cost.
  ///
  /// @return null where the run did not come so far
  static ObserverRecord observer(Event.Watched watched) {
    return watched == null
        ? null
        : new ObserverRecord(
            watched.wallNanos() == 0 ? null : watched.cpuNanos() / (double) watched.wallNanos(),
            watched.peakHeapBytes(),
            watched.longestMarkNanos() / 1e6,
            watched.probes());
  }
}
