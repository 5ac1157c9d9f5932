package rebound.soak.run;

import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import rebound.soak.evidence.PhaseRecord;
import rebound.soak.evidence.sample.JvmSample;
import rebound.soak.journal.Event;
import rebound.soak.journal.JournalReader;
import rebound.soak.journal.RunFolder;
import rebound.soak.journal.Sittings;
import rebound.soak.probe.machine.EnvironmentReader;

/// Where an interrupted run goes on: after the last phase that came to its end.
///
/// @param folder the run's folder
/// @param started how it began
/// @param done the phases that ended, in order
/// @param lastNanos instant of `System.nanoTime()` of the last event, from which the gap counts
/// @param over why it may not go on; empty where it may
/// @param rested what a JVM said at the end of the first rest, where it was asked
public record Resumption(
    RunFolder folder,
    Event.RunStarted started,
    List<PhaseRecord> done,
    long lastNanos,
    String over,
    Optional<JvmSample> rested) {

  /// Copies the list.
  public Resumption {
    done = List.copyOf(done);
  }

  /// Reads where a run stopped.
  ///
  /// @throws IOException when its journal cannot be read or does not hold its start
  public static Resumption of(RunFolder folder) throws IOException {
    List<Event.RunStarted> starts = new ArrayList<>();
    Sittings sittings = new Sittings();
    long[] last = new long[1];
    List<String> rests = new ArrayList<>();
    List<JvmSample> rested = new ArrayList<>();
    JournalReader.read(
        folder.journal(),
        event -> {
          sittings.take(event);
          switch (event) {
            case Event.RunStarted it -> starts.add(it);
            case Event.PhaseStarted it when it.kind().equals("rest") -> rests.add(it.phase());
            case Event.JvmMarked it
                when !rests.isEmpty() && it.mark().equals(rests.getFirst() + " ends") ->
                rested.add(it.sample());
            case Event.Second it -> last[0] = it.atNanos();
            case Event.RunEnded it -> last[0] = it.atNanos();
            default -> {}
          }
        });
    if (starts.isEmpty()) {
      throw new IOException(folder.journal() + " does not hold the start of a run");
    }
    return new Resumption(
        folder,
        starts.getFirst(),
        sittings.phases().subList(0, sittings.whole()),
        last[0],
        sittings.over().isEmpty() ? otherClock(starts.getFirst()) : sittings.over(),
        rested.isEmpty() ? Optional.empty() : Optional.of(rested.getLast()));
  }

  /// The clock of all that was written began anew with the machine.
  private static String otherClock(Event.RunStarted started) {
    Object boot = started.environment().facts().get("bootId");
    return boot == null || boot.equals(EnvironmentReader.bootId())
        ? ""
        : "the machine was started again since";
  }

  /// The wall clock at the run's start.
  Instant startedAt() {
    return Instant.parse(started.startedAt());
  }
}
