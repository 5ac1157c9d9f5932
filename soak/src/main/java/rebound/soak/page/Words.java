package rebound.soak.page;

import java.util.Locale;
import rebound.soak.evidence.Percentiles;
import rebound.soak.evidence.Verdict;

/// Figures as people read them. An absent one is a dash.
final class Words {
  static final String ABSENT = "–";

  private Words() {}

  static String count(long value) {
    return String.format(Locale.ROOT, "%,d", value);
  }

  static String number(Double value) {
    return value == null ? ABSENT : number(value.doubleValue());
  }

  static String number(double value) {
    double size = Math.abs(value);
    return String.format(
        Locale.ROOT, size == 0 || size >= 100 ? "%,.0f" : size >= 10 ? "%.1f" : "%.2f", value);
  }

  static String megabytes(Long bytes) {
    return bytes == null ? ABSENT : String.format(Locale.ROOT, "%,.0f", bytes / 1e6);
  }

  static String percent(Double ratio) {
    return ratio == null ? ABSENT : String.format(Locale.ROOT, "%.2f %%", 100 * ratio);
  }

  /// A percentile, or the maximum with its count where the samples do not carry it.
  static String millis(Double value, Percentiles of) {
    if (value != null) {
      return number(value);
    }
    return of.count() == 0 ? ABSENT : "max " + number(of.max()) + " (n=" + count(of.count()) + ")";
  }

  /// A duration, for example `3 min 20 s`.
  static String seconds(double seconds) {
    long whole = Math.round(seconds);
    if (whole < 60) {
      return String.format(Locale.ROOT, "%.1f s", seconds);
    }
    return whole < 3600
        ? whole / 60 + " min " + whole % 60 + " s"
        : whole / 3600 + " h " + whole % 3600 / 60 + " min";
  }

  /// A class of the style sheet for a verdict.
  static String style(Verdict verdict) {
    return switch (verdict) {
      case PASS -> "pass";
      case FAIL -> "fail";
      case INCONCLUSIVE -> "unsure";
      case INVALID -> "invalid";
      case NOT_JUDGED -> "unjudged";
    };
  }

  /// A sign before a verdict, for those who do not see its colour.
  static String sign(Verdict verdict) {
    return switch (verdict) {
      case PASS -> "✓";
      case FAIL -> "✗";
      case INCONCLUSIVE -> "?";
      case INVALID -> "!";
      case NOT_JUDGED -> "·";
    };
  }
}
