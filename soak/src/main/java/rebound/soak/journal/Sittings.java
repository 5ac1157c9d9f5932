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

  /// Another process of the target's got ready.
  ///
  /// @param phase index of the phase in which, or before which
  /// @param resumed true for one that a later runner started
  private record Change(int phase, boolean resumed) {}

  private final List<PhaseRecord> phases = new ArrayList<>();
  private final List<Change> changes = new ArrayList<>();
  private boolean begun;
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
        if (begun && (process == null || !process.equals(it.process()))) {
          changes.add(new Change(phases.size(), resumed));
        }
        begun = true;
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

  /// Why two phases did not see the same process of the target, or not from its start on.
  ///
  /// @param first index of a phase
  /// @param last index of a later one
  /// @return empty where they did
  public String changedProcess(int first, int last) {
    for (Change it : changes) {
      if (it.resumed() && it.phase() > 0 && it.phase() <= last) {
        return "the run was resumed between its start and phase "
            + phases.get(last).name()
            + ", with a fresh target";
      }
      if (!it.resumed() && it.phase() >= first && it.phase() <= last) {
        return "the target was started again in phase " + phases.get(it.phase()).name();
      }
    }
    return "";
  }
}
