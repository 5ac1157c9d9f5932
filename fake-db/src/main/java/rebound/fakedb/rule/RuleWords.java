package rebound.fakedb.rule;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import rebound.fakedb.latency.LatencyWords;
import rebound.fakedb.words.Setting;

/// Rules in words: `{match: "FROM orders", latency: 50ms, columns: [id:int8], rows: [[1]]}`.
public final class RuleWords {
  private static final List<String> TYPES =
      List.of("text", "int4", "int8", "float8", "bool", "timestamptz", "json");

  private RuleWords() {}

  /// Reads a list of rules.
  ///
  /// @param setting the list
  /// @return in order; the first that matches counts
  public static List<Rule> readAll(Setting setting) {
    List<Rule> rules = new ArrayList<>();
    for (Setting item : setting.items()) {
      read(item).ifPresent(rules::add);
    }
    return rules;
  }

  private static Optional<Rule> read(Setting rule) {
    if (!rule.isMap()) {
      rule.complain("must be a mapping, as {match: \"^user:\", latency: 20ms}");
      return Optional.empty();
    }
    rule.only("match", "on", "latency", "error", "value", "columns", "rows");
    Optional<Pattern> match = rule.need("match", RuleWords::pattern, Optional.empty());
    List<Rule.Column> columns = rule.or("columns", RuleWords::columns, List.of());
    List<List<Optional<String>>> rows = rule.or("rows", RuleWords::rows, List.of());
    return match.flatMap(
        pattern ->
            rule.build(
                () ->
                    Optional.of(
                        new Rule(
                            pattern,
                            rule.get("on").map(s -> s.oneOf("redis", "postgres")),
                            rule.get("latency").map(LatencyWords::read),
                            rule.get("error").map(RuleWords::refusal),
                            rule.get("value").map(Setting::text),
                            columns,
                            rows)),
                Optional.empty()));
  }

  private static Optional<Pattern> pattern(Setting setting) {
    try {
      return Optional.of(Pattern.compile(setting.text()));
    } catch (PatternSyntaxException e) {
      setting.complain("is no regular expression: " + e.getDescription());
      return Optional.empty();
    }
  }

  private static Rule.Refusal refusal(Setting setting) {
    Rule.Refusal harmless = new Rule.Refusal("XX000", "");
    if (!setting.isMap()) {
      return new Rule.Refusal("XX000", setting.text());
    }
    setting.only("code", "message");
    return setting.build(
        () ->
            new Rule.Refusal(
                setting.or("code", Setting::text, "XX000"),
                setting.or("message", Setting::text, "refused by a rule")),
        harmless);
  }

  private static List<Rule.Column> columns(Setting setting) {
    List<Rule.Column> columns = new ArrayList<>();
    for (Setting item : setting.items()) {
      String text = item.text();
      int colon = text.lastIndexOf(':');
      String name = colon < 0 ? text : text.substring(0, colon);
      String type = colon < 0 ? "text" : text.substring(colon + 1).strip();
      if (!TYPES.contains(type)) {
        item.complain("'" + type + "' is no type; known: " + TYPES);
      }
      columns.add(new Rule.Column(name, type));
    }
    return columns;
  }

  private static List<List<Optional<String>>> rows(Setting setting) {
    List<List<Optional<String>>> rows = new ArrayList<>();
    for (Setting row : setting.items()) {
      List<Optional<String>> cells = new ArrayList<>();
      for (Setting cell : row.items()) {
        cells.add(cell.isNull() ? Optional.empty() : Optional.of(cell.text()));
      }
      rows.add(cells);
    }
    return rows;
  }
}
