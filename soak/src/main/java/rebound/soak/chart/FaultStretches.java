package rebound.soak.chart;

import java.util.ArrayList;
import java.util.List;
import rebound.soak.chart.Charts.Stretch;
import rebound.soak.journal.Event;

/// Faults from their making to their healing. Used by one thread.
final class FaultStretches {
  /// More would hide the lines; the first ones tell how it began.
  private static final int MOST = 200;

  private final List<Event.Injected> open = new ArrayList<>();
  private final List<Stretch> stretches = new ArrayList<>();
  private long originNanos;

  void origin(long nanos) {
    originNanos = nanos;
  }

  void injected(Event.Injected fault) {
    open.add(fault);
  }

  /// A fault that was healed twice has no second stretch.
  void healed(Event.Healed healed) {
    for (int i = 0; i < open.size(); i++) {
      if (open.get(i).what().equals(healed.what())) {
        add(open.remove(i), secondsAt(healed.atNanos()));
        return;
      }
    }
  }

  /// All stretches; a fault without an end lasts until the run's.
  List<Stretch> until(double endSeconds) {
    open.forEach(it -> add(it, Math.max(endSeconds, secondsAt(it.atNanos()))));
    open.clear();
    return List.copyOf(stretches);
  }

  private void add(Event.Injected fault, double end) {
    if (stretches.size() < MOST) {
      stretches.add(
          new Stretch(
              Digits.round(secondsAt(fault.atNanos()), 7), Digits.round(end, 7), fault.what()));
    }
  }

  private double secondsAt(long nanos) {
    return (nanos - originNanos) / 1e9;
  }
}
