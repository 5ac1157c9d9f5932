package rebound.soak.run;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import rebound.soak.evidence.sample.LivenessSample;
import rebound.soak.evidence.sample.LivenessSample.Outcome;
import rebound.soak.evidence.sample.LivenessSample.Path;

/// The probes of a phase. In a phase of hours the middle of a long row of equal outcomes is only
/// counted: gaps, states and what a kubelet would have done hang on the ends of such rows. What is
/// kept so grows with what changes, not with time. Used by the run's one thread.
final class LivenessHistory {
  /// Shorter phases keep all of it.
  private static final long WHOLE_NANOS = 600_000_000_000L;

  /// Which samples belong to the phase is known at its end only.
  private static final long RECENT_NANOS = 60_000_000_000L;

  /// At both ends of a row of good answers: more than states remember and a timeout hides.
  private static final int GOOD_ENDS = 12;

  /// At both ends of a row of others: at four probes a second, more than the three strikes of a
  /// kubelet take.
  private static final int OTHER_ENDS = 128;

  /// What was only counted of a path.
  ///
  /// @param valid probes that say something about the target
  /// @param alive answered, refusals included
  /// @param serving good answers
  /// @param invalid spoiled by the prober itself
  record Counted(int valid, int alive, int serving, int invalid) {
    static final Counted NONE = new Counted(0, 0, 0, 0);

    Counted plus(Outcome outcome) {
      return outcome == Outcome.INVALID
          ? new Counted(valid, alive, serving, invalid + 1)
          : new Counted(
              valid + 1,
              alive + (outcome.alive() ? 1 : 0),
              serving + (outcome.serving() ? 1 : 0),
              invalid);
    }
  }

  /// A row of equal outcomes on a path, its middle only counted.
  private static final class Row {
    private final Outcome outcome;
    private final List<LivenessSample> head = new ArrayList<>();
    private final Deque<LivenessSample> tail = new ArrayDeque<>();

    Row(Outcome outcome) {
      this.outcome = outcome;
    }

    /// @return the sample that fell out of the row's end, or null
    LivenessSample add(LivenessSample sample) {
      int ends = outcome == Outcome.OK ? GOOD_ENDS : OTHER_ENDS;
      if (head.size() < ends) {
        head.add(sample);
        return null;
      }
      tail.addLast(sample);
      return tail.size() > ends ? tail.removeFirst() : null;
    }
  }

  private final List<LivenessSample> before = new ArrayList<>();
  private final List<LivenessSample> recent = new ArrayList<>();
  private final Map<Path, Row> rows = new EnumMap<>(Path.class);
  private final Map<Path, Counted> counted = new EnumMap<>(Path.class);
  private final List<LivenessSample> kept = new ArrayList<>();
  private long firstNanos = Long.MAX_VALUE;
  private long lastNanos = Long.MIN_VALUE;

  /// Probes before the phase's clock started; none of them is counted.
  void addBefore(List<LivenessSample> samples) {
    before.addAll(samples);
  }

  /// The probes before the phase's clock started.
  List<LivenessSample> before() {
    return before;
  }

  void add(List<LivenessSample> samples) {
    for (LivenessSample sample : samples) {
      firstNanos = Math.min(firstNanos, sample.plannedNanos());
      lastNanos = Math.max(lastNanos, sample.plannedNanos());
    }
    recent.addAll(samples);
    if (!recent.isEmpty() && lastNanos - firstNanos > WHOLE_NANOS) {
      thin(lastNanos - RECENT_NANOS);
    }
  }

  private void thin(long before) {
    List<LivenessSample> later = new ArrayList<>();
    for (LivenessSample sample : recent) {
      if (sample.plannedNanos() >= before) {
        later.add(sample);
      } else {
        settle(sample);
      }
    }
    recent.clear();
    recent.addAll(later);
  }

  private void settle(LivenessSample sample) {
    Row row = rows.get(sample.path());
    if (row == null || row.outcome != sample.outcome()) {
      if (row != null) {
        keep(row);
      }
      row = new Row(sample.outcome());
      rows.put(sample.path(), row);
    }
    LivenessSample out = row.add(sample);
    if (out != null) {
      counted.merge(
          out.path(), Counted.NONE.plus(out.outcome()), (was, _) -> was.plus(out.outcome()));
    }
  }

  private void keep(Row row) {
    kept.addAll(row.head);
    kept.addAll(row.tail);
  }

  /// All samples that are kept, in no order.
  List<LivenessSample> samples() {
    List<LivenessSample> all = new ArrayList<>(kept);
    for (Row row : rows.values()) {
      all.addAll(row.head);
      all.addAll(row.tail);
    }
    all.addAll(recent);
    return all;
  }

  /// The newest samples, those after a phase's end among them.
  List<LivenessSample> recent() {
    return recent;
  }

  /// A silence that has not ended: what each path saw since its last answer, which it begins with.
  /// It goes on in the next phase.
  List<LivenessSample> unsettled() {
    Map<Path, List<LivenessSample>> open = new EnumMap<>(Path.class);
    recent.stream()
        .filter(it -> it.outcome() != Outcome.INVALID)
        .sorted(Comparator.comparingLong(LivenessSample::plannedNanos))
        .forEach(
            it -> {
              List<LivenessSample> since = open.computeIfAbsent(it.path(), _ -> new ArrayList<>());
              if (it.outcome().alive()) {
                since.clear();
              }
              since.add(it);
            });
    return open.values().stream().filter(it -> it.size() > 1).flatMap(List::stream).toList();
  }

  /// What was only counted of a path.
  Counted counted(Path path) {
    return counted.getOrDefault(path, Counted.NONE);
  }
}
