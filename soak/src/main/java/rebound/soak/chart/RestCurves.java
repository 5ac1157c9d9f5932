package rebound.soak.chart;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.OptionalLong;
import rebound.soak.evidence.MemoryReturnRecord;
import rebound.soak.evidence.PhaseRecord;
import rebound.soak.evidence.RunRecord;
import rebound.soak.evidence.sample.TargetSample;
import rebound.soak.journal.Event;

/// Resident memory in each rest after load, all from the instant at which the load ended. Used by
/// one thread.
final class RestCurves {
  /// Enough for the page's width; longer rests are averaged into as many.
  private static final int MOST_POINTS = 400;

  private static final double SETTLED_SECONDS = 5;
  private static final int POINT = 12;

  private final MemoryReturnRecord memory;
  private final List<PhaseRecord> rests;
  private final List<Envelope> curves = new ArrayList<>();
  private final TimeGrid grid;
  private long originNanos;

  RestCurves(RunRecord run) {
    this.memory = run.memoryReturn();
    List<PhaseRecord> all =
        run.phases().stream().filter(it -> it.kind().equals("rest") && it.seconds() > 0).toList();
    // The first rest, after warm-up, is the baseline and no return.
    this.rests = all.size() > 1 ? all.subList(1, all.size()) : all;
    double longest = rests.stream().mapToDouble(PhaseRecord::seconds).max().orElse(1);
    double width = Math.max(0.25, longest / MOST_POINTS);
    this.grid = new TimeGrid(width, Math.max(1, (int) Math.ceil(longest / width)));
    rests.forEach(_ -> curves.add(new Envelope(grid)));
  }

  void take(Event event) {
    switch (event) {
      case Event.RunStarted started -> originNanos = started.originNanos();
      case Event.Second second -> second.target().forEach(this::sample);
      case Event.TargetReady _ -> {}
      case Event.Resumed _ -> {}
      case Event.PhaseStarted _ -> {}
      case Event.Marked _ -> {}
      case Event.PhaseEnded _ -> {}
      case Event.TrialEnded _ -> {}
      case Event.Noted _ -> {}
      case Event.JvmMarked _ -> {}
      case Event.Climbed _ -> {}
      case Event.Watched _ -> {}
      case Event.Injected _ -> {}
      case Event.Healed _ -> {}
      case Event.RunEnded _ -> {}
    }
  }

  private void sample(TargetSample sample) {
    double at = (sample.atNanos() - originNanos) / 1e9;
    OptionalLong bytes = sample.residentBytes().amount();
    for (int i = 0; i < rests.size() && bytes.isPresent(); i++) {
      double since = at - rests.get(i).startSeconds();
      if (since >= 0 && since <= rests.get(i).seconds()) {
        curves.get(i).add(since, bytes.getAsLong() / 1e6);
      }
    }
  }

  Plot plot() {
    List<Line> lines = new ArrayList<>();
    for (int i = 0; i < rests.size(); i++) {
      if (!curves.get(i).isEmpty()) {
        lines.add(Line.of(rests.get(i).title(), 1 + i % Line.COLOURS, curves.get(i)));
      }
    }
    settlePoint(lines);
    return new Plot(
        "memory-return",
        "Resident memory after the load ended",
        "MB",
        false,
        grid.centres(),
        lines,
        guides());
  }

  /// Where the last rest came to: the middle of the five seconds whose median is the settled value.
  private void settlePoint(List<Line> lines) {
    if (memory.settledBytes() == null || rests.isEmpty()) {
      return;
    }
    double end = rests.getLast().seconds();
    double at = end - Math.min(SETTLED_SECONDS, end) / 2;
    List<Double> values = new ArrayList<>(Collections.nCopies(grid.buckets(), null));
    values.set(grid.bucket(at), Digits.drawn(memory.settledBytes() / 1e6));
    String label =
        String.format(Locale.ROOT, "settled at %,.0f MB", memory.settledBytes() / 1e6)
            + (memory.residualRatio() == null
                ? ""
                : String.format(
                    Locale.ROOT, ", %.0f %% of the growth stayed", 100 * memory.residualRatio()));
    lines.add(Line.points(label, 4, POINT, values));
  }

  private List<Plot.Guide> guides() {
    List<Plot.Guide> guides = new ArrayList<>();
    if (memory.baselineBytes() != null) {
      double baseline = memory.baselineBytes() / 1e6;
      guides.add(new Plot.Guide("baseline to 1.1 times it", baseline, 1.1 * baseline));
    }
    level(guides, "peak under load", memory.peakBytes());
    if (memory.baselineBytes() != null
        && memory.settledBytes() != null
        && memory.settledBytes() > memory.baselineBytes()) {
      guides.add(
          new Plot.Guide(
              String.format(
                  Locale.ROOT,
                  "residual %,.0f MB",
                  (memory.settledBytes() - memory.baselineBytes()) / 1e6),
              memory.baselineBytes() / 1e6,
              memory.settledBytes() / 1e6));
    }
    return guides;
  }

  private static void level(List<Plot.Guide> guides, String label, Long bytes) {
    if (bytes != null) {
      guides.add(new Plot.Guide(label, bytes / 1e6, bytes / 1e6));
    }
  }
}
