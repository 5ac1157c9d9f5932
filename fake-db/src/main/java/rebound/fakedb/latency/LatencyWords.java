package rebound.fakedb.latency;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.EncodableHistogram;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramIterationValue;
import org.HdrHistogram.HistogramLogReader;
import rebound.fakedb.words.Durations;
import rebound.fakedb.words.Setting;

/// Latency models in words, the same on the command line, in files and in the control API:
/// `5ms`, `{lognormal: {median: 5ms, p99: 40ms}}`.
public final class LatencyWords {
  private static final List<String> KINDS =
      List.of(
          "fixed",
          "uniform",
          "normal",
          "exponential",
          "lognormal",
          "pareto",
          "bimodal",
          "modulated",
          "empirical",
          "sized");

  private LatencyWords() {}

  /// Reads a model of its own text.
  ///
  /// @param name of the flag or body
  /// @param text the words
  /// @return the model
  /// @throws IllegalArgumentException with every complaint
  public static LatencyModel parse(String name, String text) {
    return Setting.parse(name, text, LatencyWords::read);
  }

  /// Reads a model.
  ///
  /// @param setting a duration, or a mapping of one kind to its parameters, with `max` beside it
  /// @return the model; none where there were complaints
  public static LatencyModel read(Setting setting) {
    if (!setting.isMap()) {
      return new LatencyModel.Fixed(setting.durationNanos());
    }
    Map<String, Setting> entries = setting.entries();
    String kind = null;
    for (Map.Entry<String, Setting> entry : entries.entrySet()) {
      if (KINDS.contains(entry.getKey()) && kind == null) {
        kind = entry.getKey();
      } else if (!entry.getKey().equals("max")) {
        entry.getValue().complain("is no latency model, or one too many; known: " + KINDS);
      }
    }
    if (kind == null) {
      setting.complain("needs one of " + KINDS);
      return LatencyModel.NONE;
    }
    LatencyModel model = readKind(kind, entries.get(kind));
    Setting max = entries.get("max");
    return max == null ? model : new LatencyModel.Capped(model, max.durationNanos());
  }

  private static LatencyModel readKind(String kind, Setting of) {
    return switch (kind) {
      case "fixed" -> new LatencyModel.Fixed(of.durationNanos());
      case "uniform" -> {
        of.only("min", "max");
        yield of.build(
            () -> new LatencyModel.Uniform(nanos(of, "min"), nanos(of, "max")), LatencyModel.NONE);
      }
      case "normal" -> {
        of.only("mean", "sigma");
        yield of.build(
            () -> new LatencyModel.Normal(nanos(of, "mean"), nanos(of, "sigma")),
            LatencyModel.NONE);
      }
      case "exponential" -> {
        of.only("mean");
        yield new LatencyModel.Exponential(nanos(of, "mean"));
      }
      case "lognormal" -> lognormal(of);
      case "pareto" -> {
        of.only("min", "alpha", "max");
        yield of.build(
            () ->
                new LatencyModel.Pareto(
                    nanos(of, "min"),
                    of.need("alpha", s -> s.number(0, 100), 1.0),
                    nanos(of, "max")),
            LatencyModel.NONE);
      }
      case "bimodal" -> {
        of.only("share", "first", "second");
        yield new LatencyModel.Bimodal(
            of.need("share", s -> s.number(0, 1), 0.0), model(of, "first"), model(of, "second"));
      }
      case "modulated" -> {
        of.only("good", "bad", "goodStay", "badStay");
        yield of.build(
            () ->
                new LatencyModel.Modulated(
                    model(of, "good"),
                    model(of, "bad"),
                    nanos(of, "goodStay"),
                    nanos(of, "badStay")),
            LatencyModel.NONE);
      }
      case "sized" -> {
        of.only("base", "bytesPerSecond");
        yield new LatencyModel.Sized(
            model(of, "base"), of.need("bytesPerSecond", s -> s.whole(1, Long.MAX_VALUE / 2), 1L));
      }
      default -> empirical(of);
    };
  }

  /// By its median and p99, or by its mean and coefficient of variation.
  private static LatencyModel lognormal(Setting of) {
    if (of.get("mean").isEmpty()) {
      of.only("median", "p99");
      return of.build(
          () -> new LatencyModel.Lognormal(nanos(of, "median"), nanos(of, "p99")),
          LatencyModel.NONE);
    }
    of.only("mean", "cv");
    long mean = nanos(of, "mean");
    double variance = Math.log1p(Math.pow(of.need("cv", s -> s.number(0, 100), 0.0), 2));
    double median = mean * Math.exp(-variance / 2);
    double p99 = median * Math.exp(Math.sqrt(variance) * Normals.inverse(.99));
    return of.build(
        () -> new LatencyModel.Lognormal(Math.round(median), Math.round(p99)), LatencyModel.NONE);
  }

  private static LatencyModel empirical(Setting of) {
    of.only("file", "unit", "replay");
    String file = of.need("file", Setting::text, "");
    String unit = of.or("unit", s -> s.oneOf("ms", "us", "ns", "s"), "ms");
    double nanosPerUnit =
        switch (unit) {
          case "ns" -> 1;
          case "us" -> 1e3;
          case "s" -> 1e9;
          default -> 1e6;
        };
    boolean replay = of.or("replay", s -> s.oneOf("false", "true"), "false").equals("true");
    return of.build(
        () -> new LatencyModel.Empirical(file, unit, replay, load(file, nanosPerUnit, replay)),
        LatencyModel.NONE);
  }

  private static List<Quantiles> load(String file, double nanosPerUnit, boolean replay) {
    try {
      if (!file.endsWith(".hlog")) {
        return List.of(Quantiles.ofCsv(Files.readString(Path.of(file)), nanosPerUnit));
      }
      return logged(file, nanosPerUnit, replay);
    } catch (IOException | java.nio.file.InvalidPathException e) {
      throw new IllegalArgumentException(
          "file '" + file + "' cannot be read (" + e + "); name a .csv or .hlog file", e);
    }
  }

  private static List<Quantiles> logged(String file, double nanosPerUnit, boolean replay)
      throws IOException {
    List<Quantiles> intervals = new ArrayList<>();
    Histogram sum = new Histogram(3);
    try (HistogramLogReader reader = new HistogramLogReader(file)) {
      while (reader.hasNext()) {
        EncodableHistogram next = reader.nextIntervalHistogram();
        if (next instanceof Histogram histogram && histogram.getTotalCount() > 0) {
          sum.add(histogram);
          intervals.add(quantiles(histogram, nanosPerUnit));
        }
      }
    }
    if (sum.getTotalCount() == 0) {
      throw new IllegalArgumentException(file + ": has no interval with samples");
    }
    return replay ? intervals : List.of(quantiles(sum, nanosPerUnit));
  }

  /// Straight lines within a bucket only: between two buckets nothing was measured.
  private static Quantiles quantiles(Histogram histogram, double nanosPerUnit) {
    List<Quantiles.Point> points = new ArrayList<>();
    double below = 0;
    for (HistogramIterationValue value : histogram.recordedValues()) {
      long to = value.getValueIteratedTo();
      long from = histogram.lowestEquivalentValue(to);
      double quantile = value.getPercentileLevelIteratedTo() / 100;
      points.add(new Quantiles.Point(below, Math.round(from * nanosPerUnit)));
      points.add(new Quantiles.Point(quantile, Math.round(to * nanosPerUnit)));
      below = quantile;
    }
    long millis = Math.max(1, histogram.getEndTimeStamp() - histogram.getStartTimeStamp());
    return new Quantiles(millis * 1_000_000, points);
  }

  private static long nanos(Setting of, String key) {
    return of.need(key, Setting::durationNanos, 0L);
  }

  private static LatencyModel model(Setting of, String key) {
    return of.need(key, LatencyWords::read, LatencyModel.NONE);
  }

  /// Writes a model so that [#parse] reads the same.
  ///
  /// @param model any
  /// @return its words
  public static String text(LatencyModel model) {
    return switch (model) {
      case LatencyModel.Fixed m -> Durations.text(m.nanos());
      case LatencyModel.Uniform m -> words("uniform", "min", m.minNanos(), "max", m.maxNanos());
      case LatencyModel.Normal m -> words("normal", "mean", m.meanNanos(), "sigma", m.sigmaNanos());
      case LatencyModel.Exponential m ->
          "{exponential: {mean: " + Durations.text(m.meanNanos()) + "}}";
      case LatencyModel.Lognormal m ->
          words("lognormal", "median", m.medianNanos(), "p99", m.p99Nanos());
      case LatencyModel.Pareto m ->
          "{pareto: {min: "
              + Durations.text(m.minNanos())
              + ", alpha: "
              + m.alpha()
              + ", max: "
              + Durations.text(m.maxNanos())
              + "}}";
      case LatencyModel.Bimodal m ->
          "{bimodal: {share: "
              + m.share()
              + ", first: "
              + text(m.first())
              + ", second: "
              + text(m.second())
              + "}}";
      case LatencyModel.Modulated m ->
          "{modulated: {good: "
              + text(m.good())
              + ", bad: "
              + text(m.bad())
              + ", goodStay: "
              + Durations.text(m.goodStayNanos())
              + ", badStay: "
              + Durations.text(m.badStayNanos())
              + "}}";
      case LatencyModel.Empirical m ->
          "{empirical: {file: '"
              + m.file().replace("'", "''")
              + "', unit: "
              + m.unit()
              + ", replay: "
              + m.replay()
              + "}}";
      case LatencyModel.Sized m ->
          "{sized: {base: " + text(m.base()) + ", bytesPerSecond: " + m.bytesPerSecond() + "}}";
      case LatencyModel.Capped m -> capped(m);
    };
  }

  private static String capped(LatencyModel.Capped capped) {
    String inner = text(capped.model());
    String body =
        inner.startsWith("{") ? inner.substring(1, inner.length() - 1) : "fixed: " + inner;
    return "{" + body + ", max: " + Durations.text(capped.maxNanos()) + "}";
  }

  private static String words(String kind, String key, long nanos, String key2, long nanos2) {
    return "{"
        + kind
        + ": {"
        + key
        + ": "
        + Durations.text(nanos)
        + ", "
        + key2
        + ": "
        + Durations.text(nanos2)
        + "}}";
  }
}
