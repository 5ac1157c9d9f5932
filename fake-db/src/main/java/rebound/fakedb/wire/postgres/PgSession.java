package rebound.fakedb.wire.postgres;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.HashMap;
import java.util.Map;
import rebound.fakedb.query.Line;
import rebound.fakedb.wire.Connection;
import rebound.fakedb.wire.Session;

/// One client that speaks PostgreSQL's protocol: its messages, its start-up and its password; the
/// statements are the [Backend]'s. Event loop thread only.
public final class PgSession implements Session {
  private static final int STARTUP_MAX_BYTES = 10_000;
  private static final int MESSAGE_MAX_BYTES = 1024 * 1024;
  private static final int SSL = 80877103;
  private static final int GSS = 80877104;
  private static final int CANCEL = 80877102;

  /// Where the conversation stands.
  private enum Stage {
    STARTUP,
    PASSWORD,
    SCRAM_FIRST,
    SCRAM_LAST,
    QUERIES,
    OVER
  }

  private final Connection connection;
  private final PgService service;
  private final Line line;
  private final PgWriter out = new PgWriter();
  private Stage stage = Stage.STARTUP;
  private boolean admitted;
  private Settings settings;
  private Backend backend;
  private Scram.Exchange exchange;

  /// The session of a new connection.
  ///
  /// @param connection of the client
  /// @param service what it shares with others
  public PgSession(Connection connection, PgService service) {
    this.connection = connection;
    this.service = service;
    this.line = new Line(service.desk(), connection, true, this::resume);
  }

  @Override
  public int receive(byte[] bytes, int from, int to) {
    int at = from;
    while (connection.isOpen() && stage != Stage.OVER) {
      if (!line.takesMore()) {
        connection.hold();
        return at;
      }
      boolean typed = stage != Stage.STARTUP;
      int head = typed ? 5 : 4;
      if (to - at < head) {
        return at;
      }
      int length = length(bytes, typed ? at + 1 : at);
      int max = typed ? MESSAGE_MAX_BYTES : STARTUP_MAX_BYTES;
      if (length < (typed ? 4 : 8) || length > max) {
        fatal("08P01", "invalid message length; this is PostgreSQL's protocol, version 3");
        return to;
      }
      int end = at + head - 4 + length;
      if (to < end) {
        return at;
      }
      try {
        handle(typed ? (char) bytes[at] : 0, new PgReader(bytes, at + head, end));
      } catch (PgReader.Broken e) {
        fatal("08P01", e.getMessage());
        return to;
      }
      at = end;
    }
    return stage == Stage.OVER ? to : at;
  }

  private static int length(byte[] bytes, int at) {
    return (bytes[at] & 0xff) << 24
        | (bytes[at + 1] & 0xff) << 16
        | (bytes[at + 2] & 0xff) << 8
        | (bytes[at + 3] & 0xff);
  }

  private void handle(char type, PgReader body) {
    switch (stage) {
      case STARTUP -> startup(body);
      case QUERIES -> {
        if (!backend.handle(type, body)) {
          stage = Stage.OVER;
          connection.closeAfterWrites();
        }
      }
      case OVER -> {}
      case PASSWORD, SCRAM_FIRST, SCRAM_LAST -> {
        if (type != 'p') {
          fatal("08P01", "expected a password message, got '" + printable(type) + "'");
          return;
        }
        try {
          prove(body);
        } catch (IllegalArgumentException e) {
          fatal("08P01", e.getMessage());
        }
      }
    }
  }

  static String printable(char type) {
    return type > ' ' && type < 127 ? String.valueOf(type) : "\\x" + Integer.toHexString(type);
  }

  private void startup(PgReader body) {
    int code = body.int32();
    switch (code) {
      case SSL, GSS -> line.say(new byte[] {'N'});
      case CANCEL -> {
        stage = Stage.OVER;
        service.cancel(body.int32(), body.int32());
        connection.closeAfterWrites();
      }
      default -> {
        if (code >>> 16 != 3) {
          fatal("0A000", "unsupported frontend protocol; the fake database speaks version 3");
          return;
        }
        greet(code & 0xffff, body);
      }
    }
  }

  private void greet(int minor, PgReader body) {
    Map<String, String> asked = new HashMap<>();
    int unknown = 0;
    PgWriter options = new PgWriter();
    while (body.left() > 1) {
      String name = body.text();
      String value = body.text();
      if (name.startsWith("_pq_.")) {
        unknown++;
        options.text(name);
      } else {
        asked.put(name, value);
      }
    }
    if (minor > 0 || unknown > 0) {
      out.begin('v').int32(3 << 16).int32(unknown).put(options.take()).end();
    }
    String user = asked.getOrDefault("user", "");
    if (user.isEmpty()) {
      fatal("28000", "no PostgreSQL user name specified in startup packet");
      return;
    }
    admitted = service.limit().enter();
    if (!admitted) {
      fatal("53300", "sorry, too many clients already");
      return;
    }
    settings = new Settings(user, asked.getOrDefault("database", user));
    asked.forEach(
        (name, value) -> {
          if (!name.equals("user") && !name.equals("database") && !name.equals("options")) {
            settings.set(name, value);
          }
        });
    if (service.password().isEmpty()) {
      welcome();
    } else if (service.scram().isPresent()) {
      stage = Stage.SCRAM_FIRST;
      exchange = new Scram.Exchange(service.scram().get());
      say(out.begin('R').int32(10).text("SCRAM-SHA-256").raw(0).end());
    } else {
      stage = Stage.PASSWORD;
      say(out.begin('R').int32(3).end());
    }
  }

  private void prove(PgReader body) {
    switch (stage) {
      case SCRAM_FIRST -> {
        String mechanism = body.text();
        if (!mechanism.equals("SCRAM-SHA-256")) {
          throw new IllegalArgumentException("there is no mechanism " + mechanism);
        }
        String message = new String(body.bytes(body.int32()), StandardCharsets.UTF_8);
        say(
            out.begin('R')
                .int32(11)
                .put(exchange.first(message).getBytes(StandardCharsets.UTF_8))
                .end());
        stage = Stage.SCRAM_LAST;
      }
      case SCRAM_LAST -> {
        String message = new String(body.bytes(body.left()), StandardCharsets.UTF_8);
        String last = exchange.last(message);
        if (last == null || !service.knows(settings.user())) {
          wrongPassword();
          return;
        }
        out.begin('R').int32(12).put(last.getBytes(StandardCharsets.UTF_8)).end();
        welcome();
      }
      default -> {
        byte[] given = body.text().getBytes(StandardCharsets.UTF_8);
        byte[] right = service.password().orElseThrow().getBytes(StandardCharsets.UTF_8);
        if (MessageDigest.isEqual(given, right) && service.knows(settings.user())) {
          welcome();
        } else {
          wrongPassword();
        }
      }
    }
  }

  private void wrongPassword() {
    fatal("28P01", "password authentication failed for user \"" + settings.user() + '"');
  }

  private void welcome() {
    stage = Stage.QUERIES;
    exchange = null;
    backend = new Backend(connection, service.desk(), line, settings);
    service.enter(backend.id(), backend);
    out.begin('R').int32(0).end();
    for (String name : Settings.REPORTED) {
      out.parameter(name, settings.get(name));
    }
    out.begin('K').int32(backend.id()).int32(backend.secret()).end();
    say(out.ready('I'));
  }

  private void say(PgWriter writer) {
    line.say(writer.take());
  }

  private void fatal(String code, String message) {
    stage = Stage.OVER;
    line.sayLast(out.error(PgError.fatal(code, message)).take());
  }

  /// The answer that the line waited for has left.
  private void resume() {
    if (backend != null) {
      backend.resume();
    }
    if (line.takesMore()) {
      connection.release();
    }
  }

  @Override
  public void closed() {
    stage = Stage.OVER;
    if (admitted) {
      service.limit().leave();
    }
    if (backend != null) {
      service.leave(backend.id());
    }
  }
}
