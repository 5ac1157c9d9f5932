package rebound.soak.journal;

import java.util.ArrayList;
import java.util.List;
import rebound.soak.evidence.PhaseRecord;

/// The runners that wrote a journal, one after another, each with a process of the target's own or,
/// attached, with the same: which phases count, whose memory is whose, and how it all ended. What a
/// resumed run goes on from and what is judged are told by the same reading. Used by one thread.
public final class Sittings {
  // A phase that came to its end lasted as planned, to the nanosecond.
  private static final double CUT_SECONDS = 1e-3;

  private final List<PhaseRecord> phases = new ArrayList<>();
  private final List<Integer> freshFrom = new ArrayList<>();
  private boolean resumed;
  private String process;
  private Event.PhaseStarted latest;
  private boolean died;
  private String invalid = "";
  private Event.RunEnded ended;

  /// Hears the next event.
  public void take(Event event) {
    switch (event) {
      case Event.PhaseStarted it -> latest = it;
      case Event.PhaseEnded it -> phases.add(it.record());
      case Event.Resumed it -> {
        phases.subList(Math.min(it.kept(), phases.size()), phases.size()).clear();
        freshFrom.add(phases.size());
        resumed = true;
        latest = null;
        ended = null;
      }
      case Event.RunEnded it -> {
        died |= it.targetDied();
        // What kept a runner from its first phase spoiled none of those before.
        invalid = invalid.isEmpty() && latest != null ? it.invalid() : invalid;
        ended =
            new Event.RunEnded(
                it.atNanos(), it.interrupted(), died, invalid.isEmpty() ? it.invalid() : invalid);
      }
      case Event.TargetReady it -> {
        if (resumed && process != null && process.equals(it.process())) {
          freshFrom.removeLast();
        }
        resumed = false;
        process = it.process();
      }
      case Event.RunStarted _,
          Event.Second _,
          Event.Marked _,
          Event.JvmMarked _,
          Event.Climbed _,
          Event.Watched _,
          Event.TrialEnded _,
          Event.Noted _,
          Event.Injected _,
          Event.Healed _ -> {}
    }
  }

  /// The phases that count, in order: one that was cut short and then done again counts once.
  public List<PhaseRecord> phases() {
    return phases;
  }

  /// How the last runner ended; a death, or what spoiled a phase, stays whoever goes on.
  ///
  /// @return null where it did not come to its end
  public Event.RunEnded ended() {
    return ended;
  }

  /// How many of the phases came to their end: a resumed run keeps them.
  public int whole() {
    boolean cut =
        ended != null
            && !ended.interrupted().isEmpty()
            && latest != null
            && !phases.isEmpty()
            && latest.phase().equals(phases.getLast().name())
            && phases.getLast().seconds() < latest.plannedSeconds() - CUT_SECONDS;
    return cut ? phases.size() - 1 : phases.size();
  }

  /// Why the run cannot be gone on with, which would make a new run of it; empty where it can.
  public String over() {
    return died ? "its target died" : invalid;
  }

  /// Whether all phases up to one saw the same process of the target.
  ///
  /// @param last index of a phase
  public boolean oneProcessUntil(int last) {
    return freshFrom.stream().noneMatch(from -> from > 0 && from <= last);
  }
}
