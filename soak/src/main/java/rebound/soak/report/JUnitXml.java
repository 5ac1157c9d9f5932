package rebound.soak.report;

import java.util.List;
import rebound.soak.evidence.GateRecord;
import rebound.soak.evidence.RunRecord;
import rebound.soak.evidence.Verdict;

/// `junit.xml`: a testcase per gate. A failed gate is a failure, an invalid one an error, one that
/// was not judged or cannot be decided is skipped and says so.
public final class JUnitXml {
  private JUnitXml() {}

  /// The file's text.
  public static String write(RunRecord run) {
    return write(
        run.plan() + " " + run.target(), run.plan(), run.startedAt(), run.seconds(), run.gates());
  }

  /// A suite of other gates.
  ///
  /// @param name of the suite
  /// @param plan part of each case's class
  /// @param startedAt UTC, ISO 8601
  public static String write(
      String name, String plan, String startedAt, double seconds, List<GateRecord> gates) {
    StringBuilder xml = new StringBuilder("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    xml.append("<testsuite name=\"rebound ")
        .append(escape(name))
        .append("\" tests=\"")
        .append(gates.size())
        .append("\" failures=\"")
        .append(count(gates, Verdict.FAIL))
        .append("\" errors=\"")
        .append(count(gates, Verdict.INVALID))
        .append("\" skipped=\"")
        .append(count(gates, Verdict.NOT_JUDGED) + count(gates, Verdict.INCONCLUSIVE))
        .append("\" timestamp=\"")
        .append(escape(startedAt))
        .append("\" time=\"")
        .append(Math.round(seconds * 1e3) / 1e3)
        .append("\">\n");
    gates.forEach(gate -> xml.append(testcase(plan, gate)));
    return xml.append("</testsuite>\n").toString();
  }

  private static long count(List<GateRecord> gates, Verdict verdict) {
    return gates.stream().filter(it -> it.verdict() == verdict).count();
  }

  private static String testcase(String plan, GateRecord gate) {
    String text =
        "measured " + gate.measured() + ", required " + gate.required() + ": " + gate.why();
    String open =
        "  <testcase classname=\"rebound."
            + escape(plan)
            + "\" name=\""
            + escape(gate.name())
            + "\"";
    return switch (gate.verdict()) {
      case PASS -> open + "/>\n";
      case FAIL ->
          open
              + ">\n    <failure message=\""
              + escape(text)
              + "\">"
              + escape(text)
              + "</failure>\n  </testcase>\n";
      case INVALID ->
          open
              + ">\n    <error message=\""
              + escape(text)
              + "\">"
              + escape(text)
              + "</error>\n  </testcase>\n";
      case INCONCLUSIVE, NOT_JUDGED ->
          open
              + ">\n    <skipped message=\""
              + escape(gate.verdict().label() + ": " + text)
              + "\"/>\n  </testcase>\n";
    };
  }

  /// Escapes what XML reserves and drops what it cannot hold.
  private static String escape(String text) {
    StringBuilder escaped = new StringBuilder();
    text.codePoints()
        .forEach(
            c -> {
              switch (c) {
                case '&' -> escaped.append("&amp;");
                case '<' -> escaped.append("&lt;");
                case '>' -> escaped.append("&gt;");
                case '"' -> escaped.append("&quot;");
                case '\n' -> escaped.append("&#10;");
                default -> {
                  if (c >= ' ' || c == '\t') {
                    escaped.appendCodePoint(c);
                  }
                }
              }
            });
    return escaped.toString();
  }
}
