package rebound.soak.report;

import java.util.Locale;
import rebound.soak.evidence.overload.StepRecord;

/// A step of an overload as text, for the terminal, Markdown and the page.
///
/// @param offered a second
/// @param goodput a second
/// @param attainable a second
/// @param efficiency goodput over the attainable
/// @param admitted p99 in milliseconds of what was not refused
/// @param refusalMillis p99 of refusals
/// @param refused share of the attempts
/// @param recovered seconds until service was as before
public record OverloadRow(
    String offered,
    String goodput,
    String attainable,
    String efficiency,
    String admitted,
    String refusalMillis,
    String refused,
    String recovered) {

  /// The texts of a step.
  public static OverloadRow of(StepRecord step) {
    return new OverloadRow(
        rate(step.offeredPerSecond()),
        rate(step.goodPerSecond()),
        step.attainablePerSecond() == null ? "–" : rate(step.attainablePerSecond()),
        step.efficiency() == null ? "–" : String.format(Locale.ROOT, "%.2f", step.efficiency()),
        millis(step.admittedP99Millis()),
        millis(step.shedP99Millis()),
        String.format(Locale.ROOT, "%.1f %%", 100 * step.shedRatio()),
        recovered(step));
  }

  /// A step's title, for example `up 1.5× (untrusted)`.
  ///
  /// @param way `up `, `down ` or nothing
  public static String title(String way, StepRecord step) {
    return way + plain(step.nominal()) + "×" + (step.trusted() ? "" : " (untrusted)");
  }

  /// A number without needless digits.
  static String plain(double value) {
    return value == Math.rint(value)
        ? String.valueOf((long) value)
        : String.valueOf(Math.round(value * 1_000) / 1_000.0);
  }

  private static String recovered(StepRecord step) {
    if (step.recovered() == null) {
      return "–";
    }
    return step.recoveredSeconds() == null
        ? "not seen"
        : String.format(Locale.ROOT, "%.1f", step.recoveredSeconds());
  }

  private static String rate(double perSecond) {
    return String.format(Locale.ROOT, perSecond < 100 ? "%.1f" : "%,.0f", perSecond);
  }

  private static String millis(Double value) {
    return value == null ? "–" : PhaseTable.number(value);
  }
}
