package rebound.fakedb.wire.postgres;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/// A piece of SQL.
///
/// @param kind what it is
/// @param text without its quotes
/// @param from where it begins in the statement
/// @param to where it ends
record Token(Kind kind, String text, int from, int to) {
  /// Kinds of pieces.
  enum Kind {
    /// A keyword or a name.
    WORD,
    /// A name in double quotes.
    QUOTED,
    /// A text in single quotes or dollars.
    STRING,
    /// A number.
    NUMBER,
    /// A parameter, as `$1`; its text is the number.
    PARAMETER,
    /// Anything else, one character; `::` is two.
    SYMBOL
  }

  boolean is(String word) {
    return kind == Kind.WORD
        ? text.equalsIgnoreCase(word)
        : kind == Kind.SYMBOL && text.equals(word);
  }

  boolean isName() {
    return kind == Kind.WORD || kind == Kind.QUOTED;
  }

  /// As PostgreSQL folds names.
  String name() {
    return kind == Kind.WORD ? text.toLowerCase(Locale.ROOT) : text;
  }

  /// Cuts SQL into its pieces, without comments.
  ///
  /// @throws IllegalArgumentException where a quote or comment does not end
  static List<Token> scan(String sql) {
    return new Scanner(sql).scan();
  }

  private static final class Scanner {
    private final String sql;
    private final List<Token> tokens = new ArrayList<>();
    private int at;

    Scanner(String sql) {
      this.sql = sql;
    }

    List<Token> scan() {
      while (at < sql.length()) {
        char c = sql.charAt(at);
        if (Character.isWhitespace(c)) {
          at++;
        } else if (sql.startsWith("--", at)) {
          int end = sql.indexOf('\n', at);
          at = end < 0 ? sql.length() : end;
        } else if (sql.startsWith("/*", at)) {
          comment();
        } else {
          token(c);
        }
      }
      return tokens;
    }

    private void token(char c) {
      int from = at;
      if (c == '\'' || c == '"') {
        quoted(c, from);
      } else if ((c == 'e' || c == 'E') && sql.startsWith("'", at + 1)) {
        at++;
        quoted('\'', from);
      } else if (c == '$') {
        dollar(from);
      } else if (Character.isDigit(c)
          || (c == '.' && at + 1 < sql.length() && Character.isDigit(sql.charAt(at + 1)))) {
        while (at < sql.length() && (isWord(sql.charAt(at)) || sql.charAt(at) == '.')) {
          at++;
        }
        add(Kind.NUMBER, sql.substring(from, at), from);
      } else if (isWord(c)) {
        while (at < sql.length() && (isWord(sql.charAt(at)) || sql.charAt(at) == '$')) {
          at++;
        }
        add(Kind.WORD, sql.substring(from, at), from);
      } else {
        at += sql.startsWith("::", at) ? 2 : 1;
        add(Kind.SYMBOL, sql.substring(from, at), from);
      }
    }

    private static boolean isWord(char c) {
      return Character.isLetterOrDigit(c) || c == '_';
    }

    private void add(Kind kind, String text, int from) {
      tokens.add(new Token(kind, text, from, at));
    }

    private void quoted(char quote, int from) {
      StringBuilder text = new StringBuilder();
      int i = at + 1;
      while (true) {
        if (i >= sql.length()) {
          throw new IllegalArgumentException(
              "unterminated quoted " + (quote == '"' ? "identifier" : "string"));
        }
        char c = sql.charAt(i);
        if (c == quote) {
          if (i + 1 < sql.length() && sql.charAt(i + 1) == quote) {
            i++;
          } else {
            break;
          }
        }
        text.append(c);
        i++;
      }
      at = i + 1;
      add(quote == '"' ? Kind.QUOTED : Kind.STRING, text.toString(), from);
    }

    private void dollar(int from) {
      int i = at + 1;
      while (i < sql.length() && isWord(sql.charAt(i))) {
        i++;
      }
      if (i < sql.length() && sql.charAt(i) == '$') {
        String tag = sql.substring(at, i + 1);
        int end = sql.indexOf(tag, i + 1);
        if (end < 0) {
          throw new IllegalArgumentException("unterminated dollar-quoted string");
        }
        at = end + tag.length();
        add(Kind.STRING, sql.substring(i + 1, end), from);
      } else {
        String number = sql.substring(at + 1, i);
        at = Math.max(i, at + 1);
        add(number.matches("[0-9]{1,5}") ? Kind.PARAMETER : Kind.SYMBOL, number, from);
      }
    }

    private void comment() {
      int depth = 0;
      do {
        if (sql.startsWith("/*", at)) {
          depth++;
          at += 2;
        } else if (sql.startsWith("*/", at)) {
          depth--;
          at += 2;
        } else {
          at++;
        }
        if (at >= sql.length() && depth > 0) {
          throw new IllegalArgumentException("unterminated /* comment");
        }
      } while (depth > 0);
    }
  }
}
