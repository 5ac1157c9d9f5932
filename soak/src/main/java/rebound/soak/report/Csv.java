package rebound.soak.report;

import java.util.List;
import java.util.stream.Collectors;

/// Lines of comma-separated values (RFC 4180, with line feeds). An absent value is an empty cell.
final class Csv {
  private Csv() {}

  static String line(List<?> cells) {
    return cells.stream().map(Csv::cell).collect(Collectors.joining(",", "", "\n"));
  }

  private static String cell(Object value) {
    if (value == null) {
      return "";
    }
    String text =
        value instanceof Double number
            ? new java.math.BigDecimal(number)
                .setScale(6, java.math.RoundingMode.HALF_EVEN)
                .stripTrailingZeros()
                .toPlainString()
            : value.toString();
    return text.matches("[^,\"\r\n]*") ? text : '"' + text.replace("\"", "\"\"") + '"';
  }
}
