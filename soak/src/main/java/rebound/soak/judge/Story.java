package rebound.soak.judge;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.stream.IntStream;
import rebound.soak.evidence.PhaseRecord;
import rebound.soak.evidence.capacity.TrialRecord;
import rebound.soak.evidence.sample.TargetSample;
import rebound.soak.journal.Event;
import rebound.soak.journal.JournalReader;
import rebound.soak.journal.Sittings;

/// What a journal tells, a whole one or any prefix. Used by one thread.
final class Story {
  private Event.RunStarted started;
  private Event.Climbed climbed;
  private Event.Watched watched;
  private Double startupMillis;
  private boolean soaked;
  private long lastNanos;
  private int damagedLines;
  private final Sittings sittings = new Sittings();
  private final List<TrialRecord> trials = new ArrayList<>();
  private final List<String> notes = new ArrayList<>();
  private final List<Resident> resident = new ArrayList<>();

  /// One sample of resident memory.
  ///
  /// @param atNanos instant of `System.nanoTime()`
  /// @param bytes resident memory of the tree
  record Resident(long atNanos, long bytes) {}

  private Story() {}

  /// Reads a journal.
  ///
  /// @throws IOException when it cannot be read, or does not even hold the run's start
  static Story read(Path journal) throws IOException {
    Story story = new Story();
    story.damagedLines = JournalReader.read(journal, story::take);
    if (story.started == null) {
      throw new IOException(
          journal + " does not hold the start of a run: there is nothing to tell");
    }
    return story;
  }

  Event.RunStarted started() {
    return started;
  }

  /// How the run ended.
  ///
  /// @return null when the run did not come to its end
  Event.RunEnded ended() {
    return sittings.ended();
  }

  /// The attribution ladder, or null.
  Event.Climbed climbed() {
    return climbed;
  }

  /// What watching cost, or null.
  Event.Watched watched() {
    return watched;
  }

  Double startupMillis() {
    return startupMillis;
  }

  double seconds() {
    return secondsAt(lastNanos);
  }

  /// Seconds from the run's start to an instant of `System.nanoTime()`.
  double secondsAt(long nanos) {
    return (nanos - started.originNanos()) / 1e9;
  }

  int damagedLines() {
    return damagedLines;
  }

  List<PhaseRecord> phases() {
    return sittings.phases();
  }

  /// Why the last rest is another process's than the first: what two of them held is not compared
  /// (METHODOLOGY 5.1). Empty where one process saw both, and all between.
  String changedProcess() {
    List<Integer> rests =
        IntStream.range(0, phases().size())
            .filter(it -> phases().get(it).kind().equals("rest"))
            .boxed()
            .toList();
    if (rests.isEmpty()) {
      return "";
    }
    return sittings.changedProcess(rests.getFirst(), rests.getLast());
  }

  /// Whether a soak began.
  boolean soaked() {
    return soaked;
  }

  List<TrialRecord> trials() {
    return trials;
  }

  List<String> notes() {
    return notes;
  }

  List<Resident> resident() {
    return resident;
  }

  private void take(Event event) {
    sittings.take(event);
    switch (event) {
      case Event.RunStarted it -> {
        started = it;
        lastNanos = it.originNanos();
      }
      case Event.TargetReady it ->
          // That of a target that a fault made start again is the fault's.
          startupMillis = startupMillis == null ? it.startupMillis() : startupMillis;
      case Event.PhaseStarted it -> {
        lastNanos = it.atNanos();
        soaked |= it.kind().equals("soak");
      }
      case Event.Second it -> {
        lastNanos = it.atNanos();
        for (TargetSample sample : it.target()) {
          OptionalLong bytes = sample.residentBytes().amount();
          if (bytes.isPresent()) {
            resident.add(new Resident(sample.atNanos(), bytes.getAsLong()));
          }
        }
      }
      case Event.Marked it -> lastNanos = it.mark().atNanos();
      case Event.JvmMarked _ -> {}
      case Event.Climbed it -> {
        lastNanos = it.atNanos();
        climbed = it;
      }
      case Event.Watched it -> watched = it;
      case Event.PhaseEnded _ -> {}
      case Event.Resumed it -> lastNanos = it.atNanos();
      case Event.TrialEnded it -> trials.add(it.record());
      case Event.Noted it -> {
        lastNanos = it.atNanos();
        notes.add(it.text());
      }
      case Event.Injected it -> lastNanos = it.atNanos();
      case Event.Healed it -> lastNanos = it.atNanos();
      case Event.RunEnded it -> lastNanos = it.atNanos();
    }
  }
}
