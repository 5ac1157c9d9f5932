package rebound.fakedb.wire.postgres;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import rebound.fakedb.rule.Rule;
import rebound.fakedb.rule.RuleBook;

/// Finds the answer to a statement: by the rules first, then by what it is.
final class Answers {
  private final Settings settings;
  private final int backend;

  Answers(Settings settings, int backend) {
    this.settings = settings;
    this.backend = backend;
  }

  /// The answer to one statement.
  ///
  /// @param sql without other statements before or after it
  /// @param rules in force
  Answer to(String sql, RuleBook rules) {
    List<Token> tokens;
    try {
      tokens = Token.scan(sql);
    } catch (IllegalArgumentException e) {
      return Answer.error("42601", e.getMessage());
    }
    if (tokens.isEmpty()) {
      return Answer.tag("", false);
    }
    RuleBook.Match match = rules.isEmpty() ? null : rules.find("postgres", sql);
    if (match == null) {
      return builtIn(tokens);
    }
    Answer answer = ruled(match.rule(), tokens);
    return match.delay() == null ? answer : answer.withDelay(match.delay());
  }

  private Answer ruled(Rule rule, List<Token> tokens) {
    if (rule.error().isPresent()) {
      Rule.Refusal refusal = rule.error().get();
      String code = refusal.code().length() == 5 ? refusal.code() : "XX000";
      PgError error = PgError.of(code, refusal.message());
      return new Answer(null, List.of(), "", new Answer.Effect.None(), error, true, null);
    }
    if (rule.columns().isEmpty()) {
      return builtIn(tokens);
    }
    List<Answer.Column> columns = new ArrayList<>();
    for (Rule.Column column : rule.columns()) {
      columns.add(new Answer.Column(column.name(), PgType.named(column.type())));
    }
    List<List<Answer.Cell>> rows = new ArrayList<>();
    for (List<Optional<String>> row : rule.rows()) {
      List<Answer.Cell> cells = new ArrayList<>();
      for (Optional<String> cell : row) {
        String value = cell.orElse(null);
        cells.add(parameters -> value);
      }
      rows.add(cells);
    }
    return Answer.rows(columns, rows);
  }

  private Answer builtIn(List<Token> tokens) {
    Token first = tokens.getFirst();
    try {
      return switch (first.kind() == Token.Kind.WORD ? first.name() : first.text()) {
        case "select", "(" -> select(tokens, first.is("(") ? 2 : 1);
        case "with" -> with(tokens);
        case "values", "table" -> canned();
        case "insert" -> changed(tokens, "INSERT 0 1");
        case "update" -> changed(tokens, "UPDATE 1");
        case "delete" -> changed(tokens, "DELETE 1");
        case "merge" -> changed(tokens, "MERGE 1");
        case "begin", "start" ->
            Answer.session(
                first.is("start") ? "START TRANSACTION" : "BEGIN", new Answer.Effect.Begin());
        case "commit", "end" -> Answer.session("COMMIT", new Answer.Effect.End(true));
        case "rollback", "abort" -> rollback(tokens);
        case "savepoint" -> Answer.session("SAVEPOINT", new Answer.Effect.None());
        case "release" -> Answer.session("RELEASE", new Answer.Effect.None());
        case "set" -> set(tokens);
        case "reset" -> reset(tokens);
        case "show" -> show(tokens);
        case "discard" -> Answer.session("DISCARD ALL", new Answer.Effect.DiscardAll());
        case "deallocate" -> deallocate(tokens);
        case "copy" ->
            Answer.error("0A000", "COPY is not supported by the fake database; use INSERT");
        case "prepare", "execute", "declare", "fetch", "move" ->
            Answer.error(
                "0A000",
                SelectList.upper(first.text())
                    + " is not supported by the fake database; use the protocol's own statements"
                    + " and portals");
        case "explain" -> Answer.one("QUERY PLAN", "Result  (cost=0.00..0.01 rows=1 width=4)");
        case "create", "drop", "alter" -> Answer.tag(twoWords(tokens), true);
        case "truncate" -> Answer.tag("TRUNCATE TABLE", true);
        case "lock" -> Answer.tag("LOCK TABLE", true);
        case "vacuum",
            "analyze",
            "checkpoint",
            "cluster",
            "reindex",
            "grant",
            "revoke",
            "comment",
            "refresh",
            "call",
            "do" ->
            Answer.tag(SelectList.upper(first.text()), true);
        case "listen", "notify", "unlisten", "close", "load", "security" ->
            Answer.tag(SelectList.upper(first.text()), false);
        default -> Answer.error("42601", "syntax error at or near \"" + first.text() + '"');
      };
    } catch (IllegalArgumentException e) {
      return Answer.error("22P02", e.getMessage());
    }
  }

  private Answer select(List<Token> tokens, int from) {
    int start = from;
    if (start < tokens.size()
        && (tokens.get(start).is("distinct") || tokens.get(start).is("all"))) {
      start++;
    }
    SelectList list = new SelectList(settings, backend);
    list.read(tokens, start);
    if (isAboutPgbench(tokens)) {
      return Answer.rows(list.columns(), List.of(List.of(p -> "1", p -> null, p -> "0")));
    }
    List<List<Answer.Cell>> rows =
        isAboutCatalog(tokens) ? List.of() : List.of(List.copyOf(list.cells()));
    Answer answer = Answer.rows(list.columns(), rows);
    long sleep = list.sleepNanos();
    return sleep < 0 ? answer : answer.withDelay((bits, now, bytes) -> sleep);
  }

  /// What the catalogue lists is empty here, so that tools find nothing rather than nonsense.
  private static boolean isAboutCatalog(List<Token> tokens) {
    for (int i = 1; i < tokens.size(); i++) {
      Token token = tokens.get(i);
      if (token.isName()
          && (tokens.get(i - 1).is("from") || tokens.get(i - 1).is("join"))
          && (token.name().startsWith("pg_") || token.name().equals("information_schema"))) {
        return true;
      }
    }
    return false;
  }

  /// pgbench looks for its table in the catalogue before it begins.
  private static boolean isAboutPgbench(List<Token> tokens) {
    boolean table = false;
    boolean partitions = false;
    for (Token token : tokens) {
      table |= token.kind() == Token.Kind.STRING && token.text().equals("pgbench_accounts");
      partitions |= token.is("partstrat");
    }
    return table && partitions;
  }

  /// The select list behind the last closing bracket at the top of a WITH, or a canned row.
  private Answer with(List<Token> tokens) {
    int depth = 0;
    for (int i = 0; i < tokens.size(); i++) {
      Token token = tokens.get(i);
      if (token.is("(")) {
        depth++;
      } else if (token.is(")")) {
        depth--;
      } else if (depth == 0 && i > 0) {
        if (token.is("select")) {
          return select(tokens, i + 1);
        }
        if (token.is("insert") || token.is("update") || token.is("delete")) {
          return builtIn(tokens.subList(i, tokens.size()));
        }
      }
    }
    return canned();
  }

  private static Answer canned() {
    return Answer.rows(
        List.of(new Answer.Column("value", PgType.TEXT)), List.of(List.of(parameters -> "1")));
  }

  private Answer changed(List<Token> tokens, String tag) {
    for (int i = 0; i < tokens.size(); i++) {
      if (tokens.get(i).is("returning")) {
        SelectList list = new SelectList(settings, backend);
        list.read(tokens, i + 1);
        return Answer.rows(list.columns(), List.of(List.copyOf(list.cells()))).withTag(tag);
      }
    }
    return Answer.tag(tag, true);
  }

  private static Answer rollback(List<Token> tokens) {
    boolean toSavepoint = tokens.stream().anyMatch(token -> token.is("to"));
    return Answer.session(
        "ROLLBACK",
        toSavepoint ? new Answer.Effect.BackToSavepoint() : new Answer.Effect.End(false));
  }

  private static Answer set(List<Token> tokens) {
    int at = 1;
    if (at < tokens.size() && (tokens.get(at).is("session") || tokens.get(at).is("local"))) {
      at++;
    }
    if (at >= tokens.size()) {
      return Answer.error("42601", "syntax error at end of input");
    }
    Token name = tokens.get(at);
    if (name.is("characteristics") || name.is("transaction") || name.is("constraints")) {
      return Answer.session("SET", new Answer.Effect.None());
    }
    if (name.is("time") || name.is("names")) {
      String real = name.is("names") ? "client_encoding" : "TimeZone";
      return Answer.session("SET", new Answer.Effect.Set(real, tokens.getLast().text()));
    }
    StringBuilder value = new StringBuilder();
    for (int i = at + 2; i < tokens.size(); i++) {
      boolean comma = tokens.get(i).is(",");
      value.append(comma ? ", " : tokens.get(i).text());
    }
    if (at + 1 >= tokens.size() || value.isEmpty()) {
      return tokens.getLast().kind() == Token.Kind.STRING
          ? Answer.session("SET", new Answer.Effect.Set(name.name(), ""))
          : Answer.error("42601", "syntax error at end of input");
    }
    String text = value.toString();
    return Answer.session(
        "SET", new Answer.Effect.Set(name.name(), text.equals("DEFAULT") ? null : text));
  }

  private static Answer reset(List<Token> tokens) {
    if (tokens.size() > 1 && !tokens.get(1).is("all")) {
      return Answer.session("RESET", new Answer.Effect.Set(tokens.get(1).name(), null));
    }
    return Answer.session("RESET", new Answer.Effect.None());
  }

  private Answer show(List<Token> tokens) {
    if (tokens.size() < 2) {
      return Answer.error("42601", "syntax error at end of input");
    }
    String name = tokens.get(1).name();
    if (name.equals("transaction")) {
      name = "transaction_isolation";
    } else if (name.equals("time")) {
      name = "TimeZone";
    }
    String value = settings.get(name);
    return value == null
        ? Answer.error("42704", "unrecognized configuration parameter \"" + name + '"')
        : Answer.one(name, value);
  }

  private static Answer deallocate(List<Token> tokens) {
    Token last = tokens.getLast();
    return last.is("all")
        ? Answer.session("DEALLOCATE ALL", new Answer.Effect.Deallocate(""))
        : Answer.session("DEALLOCATE", new Answer.Effect.Deallocate(last.name()));
  }

  private static String twoWords(List<Token> tokens) {
    StringBuilder tag = new StringBuilder(SelectList.upper(tokens.getFirst().text()));
    for (int i = 1; i < tokens.size(); i++) {
      Token token = tokens.get(i);
      boolean modifier =
          token.is("or")
              || token.is("replace")
              || token.is("temp")
              || token.is("temporary")
              || token.is("unlogged")
              || token.is("unique");
      if (!modifier) {
        return tag.append(' ').append(SelectList.upper(token.text())).toString();
      }
    }
    return tag.toString();
  }
}
