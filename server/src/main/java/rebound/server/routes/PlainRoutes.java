package rebound.server.routes;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;
import rebound.server.json.Echo;
import rebound.server.json.JsonBytes;
import rebound.server.wire.Reply;

/// The routes of the comparison plans that need nothing but the server itself.
final class PlainRoutes {
  private static final long MOST_MICROS = 100_000;
  private static final Reply HELLO = Reply.text("Hello World".getBytes(UTF_8));
  private static final Reply BAD_MICROS =
      Reply.problem(400, "micros must be an integer from 1 to " + MOST_MICROS);
  private static final Reply PREPARED = withHeaders();

  private PlainRoutes() {}

  static Reply hello(Request request) {
    return HELLO;
  }

  static Reply stringify(Request request) {
    return Reply.json(member("message", "Hello World"));
  }

  static Reply baseSync(Request request) {
    return Reply.json(member("hello", "world"));
  }

  /// The same behind an asynchronous boundary: the handler gives its loop back and waits for it, as
  /// a handler waits that awaits a settled promise.
  static Handling baseAsync() {
    return new Handling.Yielding(
        new Handling.Waits() {
          @Override
          public Reply answer(Request request) {
            CountDownLatch turn = new CountDownLatch(1);
            request.lane().loop().execute(turn::countDown);
            try {
              turn.await();
            } catch (InterruptedException e) {
              throw new IllegalStateException("nobody interrupts a handler", e);
            }
            return baseSync(request);
          }

          @Override
          public void answer(Request request, Consumer<Reply> then) {
            request
                .lane()
                .loop()
                .thread()
                .execute(() -> request.run(() -> then.accept(baseSync(request))));
          }
        });
  }

  static Reply baseEcho(Request request) {
    return Reply.json(Echo.of(request.body()));
  }

  /// Ten scalar headers and three cookies, built for each answer.
  static Reply headers(Request request) {
    return withHeaders();
  }

  /// The same, built once.
  static Reply headersPrepared(Request request) {
    return PREPARED;
  }

  /// Burns processor time: the route by which a server is limited by its processor.
  static Reply work(Request request) {
    long micros = micros(request.query("micros"));
    if (micros < 1 || micros > MOST_MICROS) {
      return BAD_MICROS;
    }
    long end = System.nanoTime() + micros * 1_000;
    long turns = 0;
    while (System.nanoTime() - end < 0) {
      turns++;
    }
    return Reply.json(new JsonBytes(32).raw("{\"turns\":").number(turns).raw("}").toBytes());
  }

  private static long micros(String text) {
    try {
      return text == null ? 1_000 : Long.parseLong(text);
    } catch (NumberFormatException e) {
      return 0;
    }
  }

  private static Reply withHeaders() {
    StringBuilder lines = new StringBuilder(640);
    for (int i = 0; i < 10; i++) {
      lines.append("X-Header-").append(i).append(": value-").append(i).append("\r\n");
    }
    for (int i = 0; i < 3; i++) {
      lines.append("Set-Cookie: cookie-").append(i).append("=value-").append(i);
      lines.append("; Path=/; HttpOnly\r\n");
    }
    return Reply.json(member("hello", "world")).withLines(lines.toString().getBytes(UTF_8));
  }

  private static byte[] member(String name, String value) {
    return new JsonBytes(64).raw("{").string(name).raw(":").string(value).raw("}").toBytes();
  }
}
