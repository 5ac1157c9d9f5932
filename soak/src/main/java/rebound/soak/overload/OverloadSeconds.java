package rebound.soak.overload;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;
import rebound.soak.journal.Event;
import rebound.soak.journal.JournalReader;
import rebound.soak.journal.TrafficSecond;
import rebound.soak.verdict.overload.Convergence;
import rebound.soak.verdict.recovery.ServiceWindow;

/// The seconds of those phases of a journal that are looked into: baseline, spike and long stretch.
/// Used by one thread.
public final class OverloadSeconds {
  private static final Set<String> WANTED =
      Set.of(OverloadNames.BASELINE, OverloadNames.SPIKE, OverloadNames.SUSTAINED);
  // What is left of a second at a phase's end is no window.
  private static final double SHORTEST_SECONDS = 0.5;

  private final Map<String, List<Slot>> phases = new HashMap<>();

  /// One second of the first population.
  ///
  /// @param start from the phase's start, in seconds
  record Slot(double start, TrafficSecond second) {
    double end() {
      return start + second.seconds();
    }

    long admitted() {
      return second.completed() - second.shed() + second.failed();
    }

    Convergence.Window convergence(double from) {
      return new Convergence.Window(
          start - from, second.good() / second.seconds(), admitted(), admitted() - second.good());
    }

    ServiceWindow service(double from, double offeredPerSecond) {
      Double p99 = second.responseP99Millis();
      return new ServiceWindow(
          start - from,
          ServiceWindow.scheduledRatio(
              second.good(), second.attempted(), offeredPerSecond * second.seconds()),
          p99 == null ? OptionalDouble.empty() : OptionalDouble.of(p99),
          false);
    }
  }

  /// Reads them.
  ///
  /// @throws IOException when the journal cannot be read
  public static OverloadSeconds read(Path journal) throws IOException {
    OverloadSeconds seconds = new OverloadSeconds();
    JournalReader.read(journal, seconds::take);
    return seconds;
  }

  /// Takes an event; a phase that is done again is forgotten first.
  void take(Event event) {
    if (event instanceof Event.PhaseStarted started) {
      phases.remove(started.phase());
    }
    if (event instanceof Event.Second second
        && WANTED.contains(second.phase())
        && !second.traffic().isEmpty()) {
      String first = second.traffic().getFirst().population();
      List<Slot> slots = phases.computeIfAbsent(second.phase(), _ -> new ArrayList<>());
      for (TrafficSecond traffic : second.traffic()) {
        if (traffic.population().equals(first)) {
          slots.add(new Slot(slots.isEmpty() ? 0 : slots.getLast().end(), traffic));
        }
      }
    }
  }

  /// A phase's whole seconds.
  List<Slot> of(String phase) {
    return phases.getOrDefault(phase, List.of()).stream()
        .filter(it -> it.second().seconds() >= SHORTEST_SECONDS)
        .toList();
  }
}
