package rebound.fakedb.wire.resp;

import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import rebound.fakedb.query.Desk;
import rebound.fakedb.query.Line;
import rebound.fakedb.wire.Connection;
import rebound.fakedb.wire.Session;

/// One client that speaks RESP. Event loop thread only.
public final class RespSession implements Session {
  private static final int COMMAND_MAX_BYTES = 1024 * 1024;
  private static final Map<String, byte[]> STORE = new HashMap<>();

  private final Connection connection;
  private final Desk desk;
  private final Line line;
  private final RespParser parser = new RespParser(COMMAND_MAX_BYTES);
  private boolean third;

  /// The session of a new connection.
  ///
  /// @param connection of the client
  /// @param desk decides when its queries are answered
  /// @param serial whether a query begins only when the one before it was answered
  public RespSession(Connection connection, Desk desk, boolean serial) {
    this.connection = connection;
    this.desk = desk;
    this.line = new Line(desk, connection, serial, connection::release);
  }

  @Override
  public int receive(byte[] bytes, int from, int to) {
    int at = from;
    while (at < to && connection.isOpen()) {
      if (!line.takesMore()) {
        connection.hold();
        return at;
      }
      switch (parser.parse(bytes, at, to)) {
        case COMMAND -> run();
        case NOTHING -> {}
        case MORE -> {
          return at;
        }
        case PROBLEM -> {
          line.say(Reply.error("ERR Protocol error: " + parser.problem()));
          connection.closeAfterWrites();
          return to;
        }
      }
      at = parser.end();
    }
    return to;
  }

  @Override
  public void closed() {}

  private void run() {
    String name = parser.text(0).toUpperCase(Locale.ROOT);
    switch (name) {
      case "PING" -> line.say(parser.count() > 1 ? Reply.bulk(parser.word(1)) : Reply.PONG);
      case "ECHO" -> line.say(Reply.bulk(parser.word(1)));
      case "GET" -> {
        byte[] value = STORE.get(parser.text(1));
        line.say(value == null ? Reply.missing(third) : Reply.bulk(value), desk.delayNanos());
      }
      case "SET" -> {
        STORE.put(parser.text(1), parser.word(2));
        line.say(Reply.OK, desk.delayNanos());
      }
      case "DELAY" -> delay();
      case "HELLO" -> hello();
      case "CLIENT", "SELECT" -> line.say(Reply.OK);
      case "COMMAND" -> line.say(new Reply(third).array(0).done());
      case "INFO" -> line.say(Reply.bulk(Reply.bytes("# Server\r\nredis_version:7.4.0\r\n")));
      case "POST", "HOST:" -> connection.close();
      default ->
          line.say(
              Reply.error(
                  "ERR unknown command '" + parser.text(0) + "', with args beginning with: "));
    }
  }

  private void delay() {
    double millis;
    try {
      millis = Double.parseDouble(parser.text(1));
    } catch (NumberFormatException e) {
      line.say(Reply.error("ERR DELAY: '" + parser.text(1) + "' is no number of milliseconds"));
      return;
    }
    byte[] value = parser.count() > 2 ? STORE.get(parser.text(2)) : null;
    byte[] answer =
        value != null
            ? value
            : ("slept " + parser.text(1) + " ms").getBytes(StandardCharsets.ISO_8859_1);
    line.say(Reply.bulk(answer), (long) (millis * 1e6));
  }

  private void hello() {
    if (parser.count() > 1) {
      third = parser.is(1, "3");
    }
    line.say(
        new Reply(third)
            .map(7)
            .add("server")
            .add("redis")
            .add("version")
            .add("7.4.0")
            .add("proto")
            .add(third ? 3 : 2)
            .add("id")
            .add(connection.id())
            .add("mode")
            .add("standalone")
            .add("role")
            .add("master")
            .add("modules")
            .array(0)
            .done());
  }
}
