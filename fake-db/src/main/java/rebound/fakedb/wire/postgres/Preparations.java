package rebound.fakedb.wire.postgres;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/// What a client of the extended protocol has prepared: statements, and portals, which are
/// statements with their parameters. Event loop thread only.
final class Preparations {
  private static final int MOST = 4096;

  private final Function<String, Answer> answers;
  private final Map<String, Statement> statements = new HashMap<>();
  private final Map<String, Portal> portals = new HashMap<>();

  /// A statement that was parsed.
  ///
  /// @param sql as it came
  /// @param answer to it
  /// @param parameters their types' numbers, as the client gave them
  record Statement(String sql, Answer answer, List<Integer> parameters) {}

  /// A statement with its parameters, and how much of it was sent.
  static final class Portal {
    final Statement statement;
    final List<String> parameters;
    final boolean[] binary;
    int sent;
    boolean ran;

    Portal(Statement statement, List<String> parameters, boolean[] binary) {
      this.statement = statement;
      this.parameters = parameters;
      this.binary = binary;
    }
  }

  /// Nothing yet.
  ///
  /// @param answers knows the answer to a statement
  Preparations(Function<String, Answer> answers) {
    this.answers = answers;
  }

  /// Takes a Parse message.
  ///
  /// @return what is wrong with it
  Optional<PgError> parse(PgReader body) {
    String name = body.text();
    String sql = body.text();
    int given = body.int16();
    List<Integer> types = new ArrayList<>();
    for (int i = 0; i < given; i++) {
      int oid = body.int32();
      types.add(oid == 0 ? PgType.TEXT.oid() : oid);
    }
    if (statements.size() >= MOST) {
      return error("53200", "too many prepared statements, at most " + MOST);
    }
    if (!name.isEmpty() && statements.containsKey(name)) {
      return error("42P05", "prepared statement \"" + name + "\" already exists");
    }
    Answer answer = answers.apply(sql);
    // A syntax error shows at once, an error by order when the statement runs.
    if (answer.error() != null && !answer.isQuery()) {
      return Optional.of(answer.error());
    }
    for (Token token : Token.scan(sql)) {
      if (token.is(";") && token.to() < sql.stripTrailing().length()) {
        return error("42601", "cannot insert multiple commands into a prepared statement");
      }
      if (token.kind() == Token.Kind.PARAMETER) {
        int number = Integer.parseInt(token.text());
        while (types.size() < number && types.size() < 65_535) {
          types.add(PgType.TEXT.oid());
        }
      }
    }
    statements.put(name, new Statement(sql, answer, List.copyOf(types)));
    return Optional.empty();
  }

  /// Takes a Bind message.
  ///
  /// @return what is wrong with it
  Optional<PgError> bind(PgReader body) {
    String portal = body.text();
    String name = body.text();
    Statement statement = statements.get(name);
    if (statement == null) {
      return Optional.of(noStatement(name));
    }
    boolean[] formats = formats(body);
    int count = body.int16();
    if (count != statement.parameters().size()) {
      return error(
          "08P01",
          "bind message supplies "
              + count
              + " parameters, but prepared statement \""
              + name
              + "\" requires "
              + statement.parameters().size());
    }
    List<String> parameters = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      int length = body.int32();
      if (length == -1) {
        parameters.add(null);
        continue;
      }
      try {
        PgType type = PgType.of(statement.parameters().get(i));
        parameters.add(type.decode(body.bytes(length), of(formats, i)));
      } catch (IllegalArgumentException e) {
        return error("22P03", e.getMessage());
      }
    }
    boolean[] asked = formats(body);
    int columns = statement.answer().columns() == null ? 0 : statement.answer().columns().size();
    boolean[] binary = new boolean[columns];
    for (int i = 0; i < columns; i++) {
      binary[i] = of(asked, i);
    }
    if (portals.size() >= MOST) {
      return error("53200", "too many portals, at most " + MOST);
    }
    portals.put(portal, new Portal(statement, parameters, binary));
    return Optional.empty();
  }

  private static boolean[] formats(PgReader body) {
    boolean[] formats = new boolean[body.int16()];
    for (int i = 0; i < formats.length; i++) {
      formats[i] = body.int16() == 1;
    }
    return formats;
  }

  private static boolean of(boolean[] formats, int index) {
    return formats.length == 1 ? formats[0] : index < formats.length && formats[index];
  }

  private static Optional<PgError> error(String code, String message) {
    return Optional.of(PgError.of(code, message));
  }

  static PgError noStatement(String name) {
    return PgError.of("26000", "prepared statement \"" + name + "\" does not exist");
  }

  static PgError noPortal(String name) {
    return PgError.of("34000", "portal \"" + name + "\" does not exist");
  }

  /// A statement, or null.
  Statement statement(String name) {
    return statements.get(name);
  }

  /// A portal, or null.
  Portal portal(String name) {
    return portals.get(name);
  }

  void forgetStatement(String name) {
    statements.remove(name);
  }

  void forgetStatements() {
    statements.clear();
  }

  void forgetPortal(String name) {
    portals.remove(name);
  }

  void forgetPortals() {
    portals.clear();
  }
}
