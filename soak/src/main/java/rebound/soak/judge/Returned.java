package rebound.soak.judge;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import rebound.soak.evidence.CycleRecord;
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
      return MemoryReturnRecord.unknown("the run did not rest twice");
    }
    PhaseRecord first = rests.getFirst();
    PhaseRecord last = rests.getLast();
    String changed = story.changedProcess();
    if (!changed.isEmpty()) {
      return MemoryReturnRecord.unknown(changed + ": what two processes held is not compared");
    }
    for (PhaseRecord rest : List.of(first, last)) {
      if (!rest.trusted()) {
        return MemoryReturnRecord.unknown(
            "memory in phase "
                + rest.name()
                + " cannot be trusted: "
                + String.join("; ", rest.reasons()));
      }
    }
    Long baseline = first.memory().medianBytes();
    List<MemoryPoint> rest = rest(story, last);
    if (baseline == null || last.memory().medianBytes() == null || rest.isEmpty()) {
      String why =
          Stream.of(first.memory().unreadable(), last.memory().unreadable())
              .filter(it -> !it.isEmpty())
              .distinct()
              .collect(Collectors.joining("; "));
      return MemoryReturnRecord.unknown(
          why.isEmpty() ? "no sample of memory fell into a rest" : why);
    }
    // Not the first rest's own samples: at its start memory may still be on its way down.
    List<PhaseRecord> since =
        phases.subList(phases.indexOf(first) + 1, phases.lastIndexOf(last) + 1);
    for (PhaseRecord phase : since.subList(0, since.size() - 1)) {
      if (phase.applicable() && phase.memory().peakBytes() == null) {
        return MemoryReturnRecord.unknown(
            "memory in phase "
                + phase.name()
                + " is not known, and with it the peak: "
                + phase.memory().unreadable());
      }
    }
    long peak = peak(since.subList(0, since.size() - 1), baseline);
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
        null,
        cycles(story, since, baseline));
  }

  private static long peak(List<PhaseRecord> phases, long baseline) {
    return phases.stream()
        .map(it -> it.memory().peakBytes())
        .filter(it -> it != null)
        .reduce(baseline, Math::max);
  }

  /// Each rest on its own, against the load since the one before.
  private static List<CycleRecord> cycles(Story story, List<PhaseRecord> since, long baseline) {
    List<CycleRecord> cycles = new ArrayList<>();
    int from = 0;
    for (int i = 0; i < since.size(); i++) {
      PhaseRecord phase = since.get(i);
      if (!phase.kind().equals(REST)) {
        continue;
      }
      List<MemoryPoint> points = rest(story, phase);
      if (phase.trusted() && phase.memory().medianBytes() != null && !points.isEmpty()) {
        long peak = peak(since.subList(from, i), baseline);
        cycles.add(
            cycle(
                phase.name(), peak, MemoryReturn.judge((double) baseline, (double) peak, points)));
      }
      from = i + 1;
    }
    return cycles;
  }

  private static CycleRecord cycle(String rest, long peak, MemoryReturn judged) {
    return new CycleRecord(
        rest,
        judged.returnClass().name(),
        peak,
        Math.round(judged.settledBytes()),
        orNull(judged.residualRatio()),
        orNull(judged.residualRatio5()),
        orNull(judged.residualRatio15()),
        orNull(judged.residualRatio60()),
        orNull(judged.residualRatio420()),
        orNull(judged.t50Seconds()),
        orNull(judged.t90Seconds()),
        judged.heldByteSeconds() / 1e6,
        Math.round(judged.floorBytes()));
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

  /// Bytes in megabytes of 10⁶.
  static String megabytes(long bytes) {
    return String.format(Locale.ROOT, "%,.0f MB", bytes / 1e6);
  }
}
