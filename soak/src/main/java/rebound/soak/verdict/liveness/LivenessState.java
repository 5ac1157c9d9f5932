package rebound.soak.verdict.liveness;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import rebound.soak.evidence.sample.LivenessSample;
import rebound.soak.evidence.sample.LivenessSample.Outcome;

/// What a run of probes says about the target (METHODOLOGY 6).
public enum LivenessState {
  /// Three good answers in a row.
  ALIVE,
  /// Three of the last five slow, refused or wrong.
  DEGRADED,
  /// Three in a row silent, cut or not accepted.
  UNRESPONSIVE,
  /// The process is gone, or nobody listened three times in a row.
  DEAD,
  /// Another process has taken its place.
  RESTARTED;

  private static final int STRIKES = 3;
  private static final int MEMORY = 5;

  /// A change of state.
  ///
  /// @param atNanos planned time of the probe that decided
  /// @param state from then on
  public record Change(long atNanos, LivenessState state) {}

  /// Follows the states. The first is ALIVE at the first probe.
  ///
  /// @param samples of one path and of the process, in any order; invalid ones are passed over
  public static List<Change> follow(List<LivenessSample> samples) {
    List<LivenessSample> ordered =
        samples.stream()
            .filter(sample -> sample.outcome() != Outcome.INVALID)
            .sorted((a, b) -> Long.compare(a.plannedNanos(), b.plannedNanos()))
            .toList();
    List<Change> changes = new ArrayList<>();
    LivenessState state = ALIVE;
    Deque<Outcome> recent = new ArrayDeque<>();
    for (LivenessSample sample : ordered) {
      if (changes.isEmpty()) {
        changes.add(new Change(sample.plannedNanos(), state));
      }
      LivenessState next = next(state, recent, sample);
      if (next != state) {
        changes.add(new Change(sample.plannedNanos(), next));
        state = next;
      }
    }
    return List.copyOf(changes);
  }

  private static LivenessState next(
      LivenessState state, Deque<Outcome> recent, LivenessSample sample) {
    if (sample.path() == LivenessSample.Path.PROCESS) {
      return switch (sample.outcome()) {
        case GONE -> DEAD;
        case RESTARTED -> RESTARTED;
        case OK, SLOW, SHED, ERROR, TIMEOUT, CONNECT_TIMEOUT, REFUSED, RESET, INVALID -> state;
      };
    }
    recent.addLast(sample.outcome());
    if (recent.size() > MEMORY) {
      recent.removeFirst();
    }
    if (last(recent, List.of(Outcome.REFUSED))) {
      return DEAD;
    }
    if (last(recent, List.of(Outcome.TIMEOUT, Outcome.CONNECT_TIMEOUT, Outcome.RESET))) {
      return UNRESPONSIVE;
    }
    if (last(recent, List.of(Outcome.OK))) {
      return ALIVE;
    }
    long poor =
        recent.stream()
            .filter(o -> o == Outcome.SLOW || o == Outcome.SHED || o == Outcome.ERROR)
            .count();
    return poor >= STRIKES ? DEGRADED : state;
  }

  private static boolean last(Deque<Outcome> recent, List<Outcome> kinds) {
    return recent.size() >= STRIKES
        && recent.stream().skip(recent.size() - (long) STRIKES).allMatch(kinds::contains);
  }
}
