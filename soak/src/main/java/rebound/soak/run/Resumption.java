package rebound.soak.run;

import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import rebound.soak.evidence.PhaseRecord;
import rebound.soak.journal.Event;
import rebound.soak.journal.JournalReader;
import rebound.soak.journal.RunFolder;

/// Where an interrupted run goes on: after the last phase that came to its end.
///
/// @param folder the run's folder
/// @param started how it began
/// @param done the phases that ended, in order
/// @param lastNanos instant of `System.nanoTime()` of the last event, from which the gap counts
public record Resumption(
    RunFolder folder, Event.RunStarted started, List<PhaseRecord> done, long lastNanos) {

  /// Copies the list.
  public Resumption {
    done = List.copyOf(done);
  }

  /// Reads where a run stopped.
  ///
  /// @throws IOException when its journal cannot be read or does not hold its start
  public static Resumption of(RunFolder folder) throws IOException {
    List<Event> starts = new ArrayList<>();
    List<PhaseRecord> done = new ArrayList<>();
    long[] last = new long[1];
    JournalReader.read(
        folder.journal(),
        event -> {
          switch (event) {
            case Event.RunStarted it -> starts.add(it);
            case Event.PhaseEnded it -> done.add(it.record());
            case Event.Second it -> last[0] = it.atNanos();
            case Event.RunEnded it -> {
              last[0] = it.atNanos();
              dropCutShort(done, it);
            }
            case Event.TargetReady _,
                Event.PhaseStarted _,
                Event.Marked _,
                Event.TrialEnded _,
                Event.JvmMarked _,
                Event.Climbed _,
                Event.Watched _,
                Event.Noted _,
                Event.Injected _,
                Event.Healed _ -> {}
          }
        });
    if (starts.isEmpty() || !(starts.getFirst() instanceof Event.RunStarted started)) {
      throw new IOException(folder.journal() + " does not hold the start of a run");
    }
    return new Resumption(folder, started, done, last[0]);
  }

  /// A phase that an interrupt cut short is done again.
  private static void dropCutShort(List<PhaseRecord> done, Event.RunEnded end) {
    if (!end.interrupted().isEmpty() && !done.isEmpty()) {
      done.removeLast();
    }
  }

  /// The wall clock at the run's start.
  Instant startedAt() {
    return Instant.parse(started.startedAt());
  }
}
