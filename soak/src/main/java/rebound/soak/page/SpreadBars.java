package rebound.soak.page;

import java.util.List;
import java.util.Locale;

/// Bars from zero with the spread of what they stand for; drawn without scripts.
///
/// @param title what is shown, with its unit
/// @param better `higher` or `lower`
/// @param bars in their order
public record SpreadBars(String title, String better, List<Bar> bars) {

  /// Copies the bars.
  public SpreadBars {
    bars = List.copyOf(bars);
  }

  /// A bar.
  ///
  /// @param name whose
  /// @param median its length
  /// @param low the lowest value that the median stands for
  /// @param high the highest
  /// @param trusted false where the figure is spoiled
  public record Bar(String name, double median, double low, double high, boolean trusted) {
    String words() {
      String text = Words.number(median);
      return high > low ? text + " (" + Words.number(low) + "–" + Words.number(high) + ")" : text;
    }
  }

  String lengthCss(Bar bar) {
    return percent(bar.median());
  }

  String lowCss(Bar bar) {
    return percent(bar.low());
  }

  String spreadCss(Bar bar) {
    return percent(bar.high() - bar.low());
  }

  private String percent(double value) {
    double longest = bars.stream().mapToDouble(Bar::high).max().orElse(0);
    return String.format(Locale.ROOT, "%.2f", longest > 0 ? 100 * value / longest : 0);
  }
}
