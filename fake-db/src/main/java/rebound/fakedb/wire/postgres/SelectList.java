package rebound.fakedb.wire.postgres;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import rebound.fakedb.words.Durations;

/// Makes columns and one canned row of what a statement selects: constants, parameters and some
/// functions answer as they should, everything else is a `1`, which reads as a text, a number and
/// true.
final class SelectList {
  private static final List<String> ENDS =
      List.of(
          "from",
          "where",
          "group",
          "having",
          "order",
          "limit",
          "offset",
          "union",
          "for",
          "into",
          "intersect",
          "except",
          "window",
          "fetch");

  private final Settings settings;
  private final int backend;
  private final List<Answer.Column> columns = new ArrayList<>();
  private final List<Answer.Cell> cells = new ArrayList<>();
  private long sleepNanos = -1;

  SelectList(Settings settings, int backend) {
    this.settings = settings;
    this.backend = backend;
  }

  List<Answer.Column> columns() {
    return columns;
  }

  List<Answer.Cell> cells() {
    return cells;
  }

  /// What `pg_sleep` asks for, or -1.
  long sleepNanos() {
    return sleepNanos;
  }

  /// Reads the list that begins at that token.
  ///
  /// @return the index of the token that ends it
  int read(List<Token> tokens, int from) {
    int depth = 0;
    int start = from;
    int i = from;
    for (; i < tokens.size(); i++) {
      Token token = tokens.get(i);
      if (token.is("(") || token.is("[")) {
        depth++;
      } else if (token.is(")") || token.is("]")) {
        depth--;
      } else if (depth == 0 && token.is(",")) {
        item(tokens.subList(start, i));
        start = i + 1;
      } else if (depth == 0
          && token.kind() == Token.Kind.WORD
          && ENDS.contains(token.name())
          && i > start) {
        break;
      }
    }
    if (i > start) {
      item(tokens.subList(start, i));
    }
    return i;
  }

  private void item(List<Token> all) {
    List<Token> tokens = all;
    String name = null;
    int size = tokens.size();
    if (size == 0) {
      return;
    }
    if (size > 2 && tokens.get(size - 2).is("as") && tokens.get(size - 1).isName()) {
      name = tokens.getLast().name();
      tokens = tokens.subList(0, size - 2);
    } else if (size > 1 && isAlias(tokens.get(size - 2), tokens.getLast())) {
      name = tokens.getLast().name();
      tokens = tokens.subList(0, size - 1);
    }
    PgType cast = null;
    if (tokens.size() > 2 && tokens.get(tokens.size() - 2).is("::")) {
      cast = PgType.named(tokens.getLast().text());
      tokens = tokens.subList(0, tokens.size() - 2);
    } else if (tokens.size() > 4 && tokens.getFirst().is("cast")) {
      cast = PgType.named(tokens.get(tokens.size() - 2).text());
      tokens = tokens.subList(2, tokens.size() - 3);
    }
    expression(tokens, name, cast);
  }

  private static boolean isAlias(Token before, Token last) {
    boolean value = before.is(")") || (before.kind() != Token.Kind.SYMBOL && !before.is("not"));
    return value && last.isName() && !last.is("end");
  }

  private void expression(List<Token> tokens, String name, PgType cast) {
    Token first = tokens.getFirst();
    if (tokens.size() == 1) {
      single(first, name, cast);
    } else if (first.is("-") && tokens.size() == 2) {
      number("-" + tokens.get(1).text(), name, cast);
    } else if (first.isName() && tokens.size() > 2 && callAt(tokens) >= 0) {
      int call = callAt(tokens);
      call(tokens.get(call).name(), tokens.subList(call + 2, tokens.size() - 1), name, cast);
    } else if (tokens.getLast().isName() && tokens.get(tokens.size() - 2).is(".")) {
      add(or(name, tokens.getLast().name()), or(cast, PgType.TEXT), "1");
    } else if (tokens.getLast().is("*")) {
      add("value", PgType.TEXT, "1");
    } else {
      add(or(name, "?column?"), or(cast, PgType.TEXT), "1");
    }
  }

  /// Where the function's name stands in `schema.name(…)`, or -1 where it is no such call.
  private static int callAt(List<Token> tokens) {
    if (!tokens.getLast().is(")")) {
      return -1;
    }
    if (tokens.get(1).is("(")) {
      return 0;
    }
    return tokens.size() > 4 && tokens.get(1).is(".") && tokens.get(3).is("(") ? 2 : -1;
  }

  private void single(Token token, String name, PgType cast) {
    switch (token.kind()) {
      case NUMBER -> number(token.text(), name, cast);
      case STRING -> add(or(name, "?column?"), or(cast, PgType.TEXT), token.text());
      case PARAMETER -> {
        int index = Integer.parseInt(token.text()) - 1;
        columns.add(new Answer.Column(or(name, "?column?"), or(cast, PgType.TEXT)));
        cells.add(
            parameters -> index >= 0 && index < parameters.size() ? parameters.get(index) : null);
      }
      case QUOTED -> add(or(name, token.name()), or(cast, PgType.TEXT), "1");
      case SYMBOL -> add(or(name, "value"), or(cast, PgType.TEXT), "1");
      case WORD -> {
        switch (token.name()) {
          case "null" -> {
            columns.add(new Answer.Column(or(name, "?column?"), or(cast, PgType.TEXT)));
            cells.add(parameters -> null);
          }
          case "true" -> add(or(name, "bool"), or(cast, PgType.BOOL), "t");
          case "false" -> add(or(name, "bool"), or(cast, PgType.BOOL), "f");
          case "current_user", "session_user", "user", "current_role" ->
              add(or(name, token.name()), PgType.TEXT, settings.user());
          case "current_catalog" -> add(or(name, token.name()), PgType.TEXT, settings.database());
          case "current_schema" -> add(or(name, token.name()), PgType.TEXT, "public");
          case "current_timestamp", "localtimestamp" -> now(or(name, token.name()));
          default -> add(or(name, token.name()), or(cast, PgType.TEXT), "1");
        }
      }
    }
  }

  private void number(String text, String name, PgType cast) {
    PgType type = PgType.FLOAT8;
    if (text.matches("-?[0-9]{1,18}")) {
      long value = Long.parseLong(text);
      type = value == (int) value ? PgType.INT4 : PgType.INT8;
    }
    add(or(name, "?column?"), or(cast, type), text);
  }

  private void call(String function, List<Token> arguments, String name, PgType cast) {
    String label = or(name, function);
    String first = arguments.isEmpty() ? "" : arguments.getFirst().text();
    switch (function) {
      case "version" -> add(label, PgType.TEXT, Settings.VERSION_TEXT);
      case "current_database" -> add(label, PgType.TEXT, settings.database());
      case "current_schema" -> add(label, PgType.TEXT, "public");
      case "now", "clock_timestamp", "statement_timestamp", "transaction_timestamp" -> now(label);
      case "pg_backend_pid" -> add(label, PgType.INT4, Integer.toString(backend));
      case "pg_is_in_recovery" -> add(label, PgType.BOOL, "f");
      case "count" -> add(label, PgType.INT8, "1");
      case "txid_current" -> add(label, PgType.INT8, "1");
      case "current_setting" -> {
        String value = settings.get(first);
        add(label, PgType.TEXT, value == null ? "" : value);
      }
      case "set_config" ->
          add(label, PgType.TEXT, arguments.size() > 2 ? arguments.get(2).text() : "");
      case "pg_sleep" -> {
        sleep(first);
        add(label, PgType.VOID, "");
      }
      default -> add(label, or(cast, PgType.TEXT), "1");
    }
  }

  private void sleep(String seconds) {
    try {
      double nanos = Double.parseDouble(seconds) * 1e9;
      sleepNanos = Math.clamp(Math.round(nanos), 0, Durations.MAX_NANOS);
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException(
          "invalid input syntax for type double precision: \"" + seconds + '"', e);
    }
  }

  private void now(String name) {
    columns.add(new Answer.Column(name, PgType.TIMESTAMPTZ));
    cells.add(parameters -> PgType.time(Instant.now()));
  }

  private void add(String name, PgType type, String value) {
    columns.add(new Answer.Column(name, type));
    cells.add(parameters -> value);
  }

  private static <T> T or(T given, T otherwise) {
    return given == null ? otherwise : given;
  }

  /// A statement's words in capitals, as a tag.
  static String upper(String word) {
    return word.toUpperCase(Locale.ROOT);
  }
}
