package rebound.soak.journal;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import java.util.List;
import rebound.soak.evidence.PhaseRecord;
import rebound.soak.evidence.capacity.TrialRecord;
import rebound.soak.evidence.sample.Environment;
import rebound.soak.evidence.sample.JvmSample;
import rebound.soak.evidence.sample.Ladder;
import rebound.soak.evidence.sample.LivenessSample;
import rebound.soak.evidence.sample.MachineSample;
import rebound.soak.evidence.sample.MemoryDetail;
import rebound.soak.evidence.sample.MemoryLimit;
import rebound.soak.evidence.sample.ObserverCost;
import rebound.soak.evidence.sample.TargetMark;
import rebound.soak.evidence.sample.TargetSample;

/// A line of the journal.
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "event")
@JsonSubTypes({
  @JsonSubTypes.Type(value = Event.RunStarted.class, name = "run-started"),
  @JsonSubTypes.Type(value = Event.Resumed.class, name = "resumed"),
  @JsonSubTypes.Type(value = Event.TargetReady.class, name = "target-ready"),
  @JsonSubTypes.Type(value = Event.PhaseStarted.class, name = "phase-started"),
  @JsonSubTypes.Type(value = Event.Second.class, name = "second"),
  @JsonSubTypes.Type(value = Event.Marked.class, name = "marked"),
  @JsonSubTypes.Type(value = Event.JvmMarked.class, name = "jvm-marked"),
  @JsonSubTypes.Type(value = Event.Climbed.class, name = "climbed"),
  @JsonSubTypes.Type(value = Event.Watched.class, name = "watched"),
  @JsonSubTypes.Type(value = Event.PhaseEnded.class, name = "phase-ended"),
  @JsonSubTypes.Type(value = Event.TrialEnded.class, name = "trial-ended"),
  @JsonSubTypes.Type(value = Event.Noted.class, name = "noted"),
  @JsonSubTypes.Type(value = Event.Injected.class, name = "injected"),
  @JsonSubTypes.Type(value = Event.Healed.class, name = "healed"),
  @JsonSubTypes.Type(value = Event.RunEnded.class, name = "run-ended")
})
public sealed interface Event {
  /// The run began.
  ///
  /// @param plan the plan's name
  /// @param target the target's name
  /// @param seed seed of every random choice
  /// @param startedAt UTC, ISO 8601
  /// @param originNanos instant of `System.nanoTime()` from which the run's seconds count
  /// @param quick true for a quick look
  /// @param strict true when a quick look judges all gates
  /// @param watched false when nobody said how to read the target's memory
  /// @param environment machine, kernel, JDK, limits
  record RunStarted(
      String plan,
      String target,
      long seed,
      String startedAt,
      long originNanos,
      boolean quick,
      boolean strict,
      boolean watched,
      Environment environment)
      implements Event {}

  /// A run that had stopped goes on, with a fresh process of the target's unless the target that is
  /// ready then says that it is the same.
  ///
  /// @param atNanos instant of `System.nanoTime()`
  /// @param kept how many of the phases before count; those after them are done again
  record Resumed(long atNanos, int kept) implements Event {}

  /// The target serves: at the start of a sitting, and after a fault that ended it.
  ///
  /// @param startupMillis from spawning to the first good answer; null for an attached one
  /// @param memoryLimit what its process may hold; null where nothing is known of it
  /// @param process a word for the root of its process tree, for no other process; null where it is
  ///     not known
  record TargetReady(Double startupMillis, MemoryLimit memoryLimit, String process)
      implements Event {}

  /// A phase's measured time began.
  ///
  /// @param phase its name
  /// @param title for people
  /// @param kind what it is for
  /// @param atNanos instant of `System.nanoTime()`
  /// @param plannedSeconds how long it should last
  /// @param attempt 1, or more where it is done again
  record PhaseStarted(
      String phase, String title, String kind, long atNanos, double plannedSeconds, int attempt)
      implements Event {}

  /// What was seen in about a second.
  ///
  /// @param phase the phase in which it lies
  /// @param atNanos its end, an instant of `System.nanoTime()`
  /// @param traffic what each population did
  /// @param target cheap looks at the target
  /// @param details the split of its memory
  /// @param liveness probes that ended
  /// @param machine looks at the machine
  /// @param database what the fake database did; null without one, or where it answered nothing
  record Second(
      String phase,
      long atNanos,
      List<TrafficSecond> traffic,
      List<TargetSample> target,
      List<MemoryDetail> details,
      List<LivenessSample> liveness,
      List<MachineSample> machine,
      DatabaseSecond database)
      implements Event {
    /// A second without a fake database.
    public Second(
        String phase,
        long atNanos,
        List<TrafficSecond> traffic,
        List<TargetSample> target,
        List<MemoryDetail> details,
        List<LivenessSample> liveness,
        List<MachineSample> machine) {
      this(phase, atNanos, traffic, target, details, liveness, machine, null);
    }
  }

  /// A thorough look at the target, where a phase begins or ends.
  ///
  /// @param mark the look
  record Marked(TargetMark mark) implements Event {}

  /// A look into a target that is a JVM, where a phase begins or ends.
  ///
  /// @param mark name of the mark
  /// @param sample what it said
  record JvmMarked(String mark, JvmSample sample) implements Event {}

  /// The attribution ladder was climbed, after the last phase.
  ///
  /// @param atNanos instant of `System.nanoTime()`
  /// @param ladder what was read on it
  /// @param why why it could not be climbed; empty where it was
  record Climbed(long atNanos, Ladder ladder, String why) implements Event {}

  /// What watching cost.
  ///
  /// @param atNanos instant of `System.nanoTime()`
  /// @param wallNanos how long was watched
  /// @param cpuNanos CPU time of the runner's threads beside those that make load
  /// @param peakHeapBytes most that the runner's heap held after a collection, by phase
  /// @param longestMarkNanos longest thorough look at the target
  /// @param probes what each probe used
  record Watched(
      long atNanos,
      long wallNanos,
      long cpuNanos,
      long peakHeapBytes,
      long longestMarkNanos,
      List<ObserverCost> probes)
      implements Event {}

  /// A phase ended.
  ///
  /// @param record all that was seen of it
  record PhaseEnded(PhaseRecord record) implements Event {}

  /// A trial of an experiment ended; a valid one's phase ended just before.
  ///
  /// @param record what it showed
  record TrialEnded(TrialRecord record) implements Event {}

  /// Something worth a line: a fault, a repeat, a gap.
  ///
  /// @param atNanos instant of `System.nanoTime()`
  /// @param text a sentence
  record Noted(long atNanos, String text) implements Event {}

  /// A fault is in force.
  ///
  /// @param atNanos instant of `System.nanoTime()`
  /// @param phase the phase in which it is made
  /// @param what what was done to whom
  record Injected(long atNanos, String phase, String what) implements Event {}

  /// A fault was healed.
  ///
  /// @param atNanos instant of `System.nanoTime()`
  /// @param phase the phase in which it was made
  /// @param what what had been done to whom
  record Healed(long atNanos, String phase, String what) implements Event {}

  /// The run ended, as planned or not.
  ///
  /// @param atNanos instant of `System.nanoTime()`
  /// @param interrupted why it ended early; empty where it did not
  /// @param targetDied true when the target was gone or never got ready
  /// @param invalid why nothing of it can be trusted; empty where that is not so
  record RunEnded(long atNanos, String interrupted, boolean targetDied, String invalid)
      implements Event {}
}
