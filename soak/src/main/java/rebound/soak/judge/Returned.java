package rebound.soak.judge;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import rebound.soak.evidence.MemoryReturnRecord;
import rebound.soak.evidence.PhaseRecord;
import rebound.soak.verdict.memory.MemoryPoint;
import rebound.soak.verdict.memory.MemoryReturn;

/// Finds in a run that rests twice, once after its warm-up and once after the harm, the figures by
/// which memory return is judged (RULINGS: M0 and the settled value are medians of a rest's last
/// five seconds).
final class Returned {
  private static final String REST = "rest";

  private Returned() {}

  static MemoryReturnRecord of(Story story) {
    List<PhaseRecord> phases = story.phases();
    List<PhaseRecord> rests = phases.stream().filter(it -> it.kind().equals(REST)).toList();
    if (rests.size() < 2) {
      return unknown("the run did not rest twice");
    }
    PhaseRecord first = rests.getFirst();
    PhaseRecord last = rests.getLast();
    if (!story.oneProcessRested()) {
      return unknown(
          "the run was resumed between its start and its last rest, with a fresh target: what two"
              + " processes held is not compared");
    }
    for (PhaseRecord rest : List.of(first, last)) {
      if (!rest.trusted()) {
        return unknown(
            "memory in phase "
                + rest.name()
                + " cannot be trusted: "
                + String.join("; ", rest.reasons()));
      }
    }
    Long baseline = first.memory().medianBytes();
    List<MemoryPoint> rest = rest(story, last);
    if (baseline == null || rest.isEmpty()) {
      String why =
          Stream.of(first.memory().unreadable(), last.memory().unreadable())
              .filter(it -> !it.isEmpty())
              .distinct()
              .collect(Collectors.joining("; "));
      return unknown(why.isEmpty() ? "no sample of memory fell into a rest" : why);
    }
    long peak = baseline;
    // Not the first rest's own samples: at its start memory may still be on its way down.
    for (PhaseRecord phase : phases.subList(phases.indexOf(first) + 1, phases.lastIndexOf(last))) {
      Long highest = phase.memory().peakBytes();
      if (phase.applicable() && highest == null) {
        return unknown(
            "memory in phase "
                + phase.name()
                + " is not known, and with it the peak: "
                + phase.memory().unreadable());
      }
      peak = highest == null ? peak : Math.max(peak, highest);
    }
    MemoryReturn judged = MemoryReturn.judge(baseline, (double) peak, rest);
    return new MemoryReturnRecord(
        judged.returnClass().name(),
        baseline,
        peak,
        Math.round(judged.settledBytes()),
        judged.settledRatio(),
        orNull(judged.residualRatio()),
        orNull(judged.t50Seconds()),
        orNull(judged.t90Seconds()),
        judged.heldByteSeconds() / 1e6,
        judged.sentence(),
        null);
  }

  private static List<MemoryPoint> rest(Story story, PhaseRecord phase) {
    List<MemoryPoint> points = new ArrayList<>();
    for (Story.Resident sample : story.resident()) {
      double seconds = story.secondsAt(sample.atNanos()) - phase.startSeconds();
      if (seconds >= 0 && seconds <= phase.seconds()) {
        points.add(new MemoryPoint(seconds, (double) sample.bytes()));
      }
    }
    return points;
  }

  private static Double orNull(OptionalDouble value) {
    return value.isPresent() ? value.getAsDouble() : null;
  }

  private static MemoryReturnRecord unknown(String why) {
    return new MemoryReturnRecord(
        "UNKNOWN", null, null, null, null, null, null, null, null, why, null);
  }

  /// Bytes in megabytes of 10⁶.
  static String megabytes(long bytes) {
    return String.format(Locale.ROOT, "%,.0f MB", bytes / 1e6);
  }
}
