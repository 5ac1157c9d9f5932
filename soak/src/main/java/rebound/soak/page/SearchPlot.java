package rebound.soak.page;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.DoubleFunction;
import java.util.function.ToDoubleFunction;
import rebound.soak.capacity.Objectives;
import rebound.soak.evidence.capacity.CapacityRecord;
import rebound.soak.evidence.capacity.ObjectiveRecord;
import rebound.soak.evidence.capacity.TrialRecord;

/// The trials of a search over their rate, drawn without a script: what each showed, and by shape
/// and colour which objectives it kept.
///
/// @param title what is drawn
/// @param marks a trial each
/// @param guides the limits, one level line each
/// @param across ticks of the rate
/// @param up ticks of the vertical axis
record SearchPlot(
    String title, List<Mark> marks, List<Guide> guides, List<Tick> across, List<Tick> up) {
  static final int WIDTH = 760;
  static final int HEIGHT = 280;
  private static final int LEFT = 64;
  private static final int RIGHT = 16;
  private static final int TOP = 14;
  private static final int BOTTOM = 40;
  // Bad shares below one in a hundred thousand stand on the axis.
  private static final double LEAST_SHARE = 1e-5;

  /// A trial.
  ///
  /// @param path of its shape
  /// @param style a class of the style sheet: `all`, `some`, `none` or `spoiled`
  /// @param words what it showed
  record Mark(String path, String style, String words) {}

  /// A level line.
  record Guide(String y, String label) {}

  /// A place on an axis.
  record Tick(String at, String label) {}

  /// Both plots of a search; none without a trial.
  static List<SearchPlot> of(CapacityRecord capacity) {
    if (capacity.trials().isEmpty()) {
      return List.of();
    }
    return List.of(
        plot(
            "99th percentile of the response time over the offered rate, ms",
            capacity,
            it -> it.p99Millis() == null ? Double.NaN : it.p99Millis(),
            SearchPlot::plain,
            capacity.objectives().stream()
                .map(it -> new Level(it.p99LimitMillis(), it.name()))
                .toList()),
        plot(
            "Requests that were not answered right before the deadline, share of those due",
            capacity,
            it -> Math.max(LEAST_SHARE, 1 - it.goodRatio()),
            SearchPlot::percent,
            capacity.objectives().stream()
                .filter(it -> it.leastGoodRatio() < 1)
                .map(it -> new Level(1 - it.leastGoodRatio(), it.name()))
                .toList()));
  }

  /// A limit.
  private record Level(double value, String label) {}

  private static SearchPlot plot(
      String title,
      CapacityRecord capacity,
      ToDoubleFunction<TrialRecord> figure,
      DoubleFunction<String> words,
      List<Level> levels) {
    List<TrialRecord> shown =
        capacity.trials().stream().filter(it -> figure.applyAsDouble(it) > 0).toList();
    double most = shown.stream().mapToDouble(TrialRecord::perSecond).max().orElse(1) * 1.05;
    double low = levels.stream().mapToDouble(Level::value).min().orElse(1);
    double high = levels.stream().mapToDouble(Level::value).max().orElse(1);
    for (TrialRecord trial : shown) {
      low = Math.min(low, figure.applyAsDouble(trial));
      high = Math.max(high, figure.applyAsDouble(trial));
    }
    int from = (int) Math.floor(Math.log10(low));
    int to = Math.max(from + 1, (int) Math.ceil(Math.log10(high)));
    List<Mark> marks = new ArrayList<>();
    for (TrialRecord trial : shown) {
      double value = figure.applyAsDouble(trial);
      marks.add(
          mark(
              capacity, trial, x(trial.perSecond(), most), y(value, from, to), words.apply(value)));
    }
    List<Guide> guides = new ArrayList<>();
    for (Level level : levels) {
      guides.add(new Guide(css(y(level.value(), from, to)), level.label()));
    }
    List<Tick> up = new ArrayList<>();
    for (int power = from; power <= to; power++) {
      double value = Math.pow(10, power);
      up.add(new Tick(css(y(value, from, to)), words.apply(value)));
    }
    return new SearchPlot(title, marks, guides, across(most), up);
  }

  private static List<Tick> across(double most) {
    double raw = most / 6;
    double power = Math.pow(10, Math.floor(Math.log10(raw)));
    double step = raw / power > 5 ? 10 * power : raw / power > 2 ? 5 * power : 2 * power;
    List<Tick> ticks = new ArrayList<>();
    for (double at = 0; at <= most; at += step) {
      ticks.add(new Tick(css(x(at, most)), Words.count(Math.round(at))));
    }
    return ticks;
  }

  private static Mark mark(
      CapacityRecord capacity, TrialRecord trial, double x, double y, String value) {
    long kept = capacity.objectives().stream().filter(it -> kept(it, trial)).count();
    String style =
        !trial.valid()
            ? "spoiled"
            : kept == capacity.objectives().size() ? "all" : kept > 0 ? "some" : "none";
    String words =
        String.format(
            Locale.ROOT,
            "%s: %s/s for %.1f s, %s, %s of %s planned good: %s",
            trial.phase(),
            Words.number(trial.perSecond()),
            trial.seconds(),
            value,
            Words.count(trial.good()),
            Words.count(trial.planned()),
            saying(style));
    return new Mark(shape(style, x, y), style, words);
  }

  static boolean kept(ObjectiveRecord objective, TrialRecord trial) {
    return Objectives.kept(objective.name(), objective.leastGoodRatio(), trial);
  }

  static String saying(String style) {
    return switch (style) {
      case "all" -> "kept every objective";
      case "some" -> "kept some objectives";
      case "none" -> "kept none";
      default -> "INVALID, done again";
    };
  }

  /// A disc, a rhombus, a cross or an empty square: told apart without colours too.
  private static String shape(String style, double x, double y) {
    return String.format(
        Locale.ROOT,
        switch (style) {
          case "all" -> "M%1$.1f %2$.1fm-5 0a5 5 0 1 0 10 0a5 5 0 1 0 -10 0z";
          case "some" -> "M%1$.1f %2$.1fm0 -6l6 6l-6 6l-6 -6z";
          case "none" -> "M%1$.1f %2$.1fm-5 -5l10 10m0 -10l-10 10";
          default -> "M%1$.1f %2$.1fm-4 -4h8v8h-8z";
        },
        x,
        y);
  }

  private static double x(double perSecond, double most) {
    return LEFT + (WIDTH - LEFT - RIGHT) * perSecond / most;
  }

  private static double y(double value, int from, int to) {
    double share = (Math.log10(value) - from) / (to - from);
    return HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * share;
  }

  private static String css(double pixels) {
    return String.format(Locale.ROOT, "%.1f", pixels);
  }

  private static String percent(double share) {
    return new BigDecimal(100 * share)
            .round(new MathContext(2))
            .stripTrailingZeros()
            .toPlainString()
        + " %";
  }

  private static String plain(double value) {
    return value >= 1 ? Words.count(Math.round(value)) : String.valueOf((float) value);
  }
}
