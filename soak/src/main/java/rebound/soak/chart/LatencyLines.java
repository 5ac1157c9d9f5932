package rebound.soak.chart;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import org.HdrHistogram.EncodableHistogram;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogReader;
import rebound.soak.evidence.PhaseRecord;
import rebound.soak.evidence.PopulationRecord;
import rebound.soak.evidence.RunRecord;

/// Percentiles over time and over rarity from the histogram log. Counts are merged, percentiles
/// never averaged. Used by one thread.
final class LatencyLines {
  /// Where a percentile curve is drawn, as 1/(1 − q): 20 places a decade, to 99.9999 %.
  private static final int PLACES_A_DECADE = 20;

  private static final int DECADES = 6;
  private static final int SIGNIFICANT_DIGITS = 3;
  private static final int LEAST_ABOVE = 10;

  private final double startMillis;
  private final Map<String, PhaseRecord> phases = new LinkedHashMap<>();
  private final Map<String, Histogram> wholePhases = new LinkedHashMap<>();
  private final Quantiles response;
  private final Quantiles service;

  private LatencyLines(TimeGrid grid, RunRecord run) {
    this.startMillis = Instant.parse(run.startedAt()).toEpochMilli();
    run.phases().forEach(it -> phases.put(it.name(), it));
    this.response = new Quantiles(grid);
    this.service = new Quantiles(grid);
  }

  /// Reads a log, whole or cut off in its last line.
  static LatencyLines read(Path log, TimeGrid grid, RunRecord run) throws IOException {
    LatencyLines lines = new LatencyLines(grid, run);
    if (Files.isRegularFile(log)) {
      try (InputStream in = Files.newInputStream(log);
          HistogramLogReader reader = new HistogramLogReader(in)) {
        lines.readAll(reader);
      }
    }
    lines.response.flush();
    lines.service.flush();
    return lines;
  }

  private void readAll(HistogramLogReader reader) {
    while (reader.hasNext()) {
      EncodableHistogram next;
      try {
        next = reader.nextIntervalHistogram();
      } catch (IllegalArgumentException | IndexOutOfBoundsException | NoSuchElementException torn) {
        // The runner was killed while it wrote this line: all before it stand.
        return;
      }
      if (next instanceof Histogram histogram && histogram.getTag() != null) {
        take(histogram);
      }
    }
  }

  private void take(Histogram histogram) {
    String[] tag = histogram.getTag().split("/", -1);
    PhaseRecord phase = tag.length == 3 ? phases.get(tag[0]) : null;
    if (phase == null) {
      return;
    }
    double from = (histogram.getStartTimeStamp() - startMillis) / 1e3;
    double to = (histogram.getEndTimeStamp() - startMillis) / 1e3;
    // An earlier attempt at a phase that was done again has the same tag.
    if (from < phase.startSeconds() - 0.5) {
      return;
    }
    boolean first = phase.population("") != null && phase.population("").name().equals(tag[1]);
    if (tag[2].equals("response")) {
      wholePhases
          .computeIfAbsent(tag[0] + "/" + tag[1], _ -> new Histogram(SIGNIFICANT_DIGITS))
          .add(histogram);
    }
    if (first) {
      (tag[2].equals("response") ? response : service).add((from + to) / 2, histogram);
    }
  }

  /// Response and service time of each phase's first population over the run's time.
  Plot timeline() {
    return new Plot(
        "latency",
        "Response time (from the intended start) and service time, of each phase's first"
            + " population",
        "ms",
        true,
        null,
        List.of(
            Line.of("response p50", 1, response.p50),
            Line.of("response p99", 2, response.p99),
            Line.of("response p99.9", 4, response.p999),
            Line.of("service p50", 3, service.p50).dash(),
            Line.of("service p99", 5, service.p99).dash()),
        List.of());
  }

  /// Response time over rarity, a line for each population of each phase.
  Plot percentiles() {
    List<Double> x = new ArrayList<>();
    // Not from the fastest request on: it would take half the height.
    for (int i = 1; i <= PLACES_A_DECADE * DECADES; i++) {
      x.add(Digits.drawn(Math.pow(10, (double) i / PLACES_A_DECADE)));
    }
    List<Line> lines = new ArrayList<>();
    for (PhaseRecord phase : phases.values()) {
      for (PopulationRecord population : phase.populations()) {
        Histogram histogram = wholePhases.get(phase.name() + "/" + population.name());
        if (histogram != null) {
          String label =
              phase.populations().size() > 1
                  ? phase.title() + ", " + population.name()
                  : phase.title();
          int place = lines.size();
          Line line = Line.of(label, 1 + place % Line.COLOURS, curve(histogram, x));
          lines.add(place / Line.COLOURS % 2 == 0 ? line : line.dash());
        }
      }
    }
    return new Plot(
        "percentiles",
        "Response time that a share of the requests stayed below",
        "ms",
        true,
        x,
        lines,
        List.of());
  }

  private static List<Double> curve(Histogram histogram, List<Double> x) {
    List<Double> values = new ArrayList<>(x.size());
    double rarest = (double) histogram.getTotalCount();
    boolean ended = false;
    for (double place : x) {
      if (ended) {
        values.add(null);
      } else {
        // The curve ends at the maximum, where one sample is as rare as it gets.
        ended = place >= rarest;
        double quantile = ended ? 1 : 1 - 1 / place;
        values.add(
            Digits.drawn(
                Math.min(histogram.getValueAtPercentile(100 * quantile), histogram.getMaxValue())
                    / 1e6));
      }
    }
    return values;
  }

  /// Percentiles of each bucket: the log is in order of time, so one histogram is held at a time.
  private static final class Quantiles {
    private final TimeGrid grid;
    private final Histogram current = new Histogram(SIGNIFICANT_DIGITS);
    private final List<Double> p50;
    private final List<Double> p99;
    private final List<Double> p999;
    private int bucket = -1;

    Quantiles(TimeGrid grid) {
      this.grid = grid;
      this.p50 = new ArrayList<>(Collections.nCopies(grid.buckets(), null));
      this.p99 = new ArrayList<>(Collections.nCopies(grid.buckets(), null));
      this.p999 = new ArrayList<>(Collections.nCopies(grid.buckets(), null));
    }

    void add(double seconds, Histogram histogram) {
      int here = grid.bucket(seconds);
      if (here != bucket) {
        flush();
        bucket = here;
      }
      current.add(histogram);
    }

    void flush() {
      if (bucket >= 0 && current.getTotalCount() > 0) {
        p50.set(bucket, at(0.5));
        p99.set(bucket, at(0.99));
        p999.set(bucket, at(0.999));
      }
      current.reset();
    }

    /// Null where fewer than ten samples lie above, but for the median, which one sample draws.
    private Double at(double quantile) {
      boolean carried =
          quantile <= 0.5 || current.getTotalCount() * (1 - quantile) + 1e-6 >= LEAST_ABOVE;
      return carried ? Digits.drawn(current.getValueAtPercentile(100 * quantile) / 1e6) : null;
    }
  }
}
