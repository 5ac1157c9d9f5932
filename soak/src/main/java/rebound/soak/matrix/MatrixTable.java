package rebound.soak.matrix;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import rebound.soak.evidence.MemoryReturnRecord;

/// A matrix as text, Markdown and CSV: a row a setting.
public final class MatrixTable {
  private static final String DASH = "–";

  private MatrixTable() {}

  /// For a terminal, the word last.
  public static List<String> lines(MatrixResult result) {
    String format = "%-13s %-12s %-10s %23s %6s %7s %7s %9s %8s  %s";
    List<String> lines = new ArrayList<>();
    lines.add(
        String.format(
            Locale.ROOT,
            format,
            "setting",
            "memory",
            "class",
            "MB warm → peak → end",
            "ratio",
            "half s",
            "9/10 s",
            "MB/cycle",
            "req/s",
            "held most by"));
    lines.add("─".repeat(lines.getFirst().length() + 20));
    for (MatrixRow row : result.rows()) {
      lines.add(String.format(Locale.ROOT, format, (Object[]) cells(row)));
    }
    lines.add("");
    for (MatrixRow row : result.rows()) {
      lines.add(
          "  "
              + (row.right() ? "as it must  " : "WRONG       ")
              + row.variant()
              + ": "
              + row.why()
              + (row.mustFail() ? " (must fail: it shows that this plan sees a fault)" : ""));
    }
    lines.add("");
    lines.add("MATRIX: " + result.verdict().label());
    return lines;
  }

  static String markdown(MatrixResult result) {
    StringBuilder text = new StringBuilder();
    text.append("# ").append(result.plan()).append(" on ").append(result.target());
    text.append(", setting by setting\n\n**MATRIX: ").append(result.verdict().label());
    text.append(
        "**\n\n| setting | memory | class | MB warm → peak → end | ratio | half back s | nine"
            + " tenths back s | MB/cycle | req/s | held most by | CPU s/100k | flags |\n"
            + "|---|---|---|---:|---:|---:|---:|---:|---:|---|---:|---|\n");
    for (MatrixRow row : result.rows()) {
      text.append("| ").append(String.join(" | ", cells(row))).append(" | ");
      text.append(number("%.2f", row.cpuSecondsPer100k())).append(" | `");
      text.append(row.settings().isEmpty() ? "as shipped" : row.settings()).append("` |\n");
    }
    text.append(
        "\nMB = 10⁶ bytes of resident memory: medians of the last five seconds of the first");
    text.append(" and the last rest, and the highest sample between. Started ");
    return text.append(result.startedAt()).append(".\n").toString();
  }

  static String csv(MatrixResult result) {
    StringBuilder text =
        new StringBuilder(
            "variant,memory,right,class,baselineBytes,peakBytes,settledBytes,settledRatio,"
                + "residualRatio,t50Seconds,t90Seconds,bytesPerCycle,requestsPerSecond,"
                + "cpuSecondsPer100k,heldBy,settings\n");
    for (MatrixRow row : result.rows()) {
      MemoryReturnRecord memory = row.memoryReturn();
      Object[] cells = {
        row.variant(),
        row.memory(),
        row.right(),
        memory.returnClass(),
        memory.baselineBytes(),
        memory.peakBytes(),
        memory.settledBytes(),
        memory.settledRatio(),
        memory.residualRatio(),
        memory.t50Seconds(),
        memory.t90Seconds(),
        row.bytesPerCycle(),
        row.requestsPerSecond(),
        row.cpuSecondsPer100k(),
        row.heldBy(),
        row.settings()
      };
      text.append(
          Arrays.stream(cells)
              .map(it -> it == null ? "" : it.toString())
              .map(it -> it.matches("[^,\"\r\n]*") ? it : '"' + it.replace("\"", "\"\"") + '"')
              .collect(Collectors.joining(",", "", "\n")));
    }
    return text.toString();
  }

  private static String[] cells(MatrixRow row) {
    MemoryReturnRecord memory = row.memoryReturn();
    return new String[] {
      row.variant(),
      row.memory().label(),
      memory.returnClass().replace('_', ' '),
      megabytes(memory.baselineBytes())
          + " → "
          + megabytes(memory.peakBytes())
          + " → "
          + megabytes(memory.settledBytes()),
      number("%.2f", memory.settledRatio()),
      number("%.1f", memory.t50Seconds()),
      number("%.1f", memory.t90Seconds()),
      row.bytesPerCycle() == null ? DASH : number("%+.1f", row.bytesPerCycle() / 1e6),
      number("%,.0f", row.requestsPerSecond()),
      row.heldBy()
    };
  }

  private static String megabytes(Long bytes) {
    return bytes == null ? DASH : String.format(Locale.ROOT, "%,.0f", bytes / 1e6);
  }

  private static String number(String format, Double value) {
    return value == null ? DASH : String.format(Locale.ROOT, format, value);
  }
}
