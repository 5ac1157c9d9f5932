package rebound.server.routes;

import io.undertow.server.HttpServerExchange;
import io.undertow.util.HttpString;
import io.undertow.util.SameThreadExecutor;
import org.xnio.IoUtils;
import rebound.server.database.Call;
import rebound.server.json.MalformedJsonException;
import rebound.server.overload.Gate;
import rebound.server.overload.Visitor;
import rebound.server.wire.Reply;

/// One request on its way through the server. Belongs to its lane's loop, and to its coroutine or
/// thread while that runs.
final class Request implements Visitor {
  private static final HttpString DEADLINE = new HttpString("Rebound-Deadline-Ms");

  private final HttpServerExchange exchange;
  private final Lane lane;
  private final Endpoint endpoint;
  private final byte[] body;
  private final long deadlineNanos;
  private Gate gate;
  private Runnable whenAdmitted;
  private long admittedNanos;
  private int underWayThen;
  private boolean finished;

  Request(HttpServerExchange exchange, Lane lane, Endpoint endpoint, byte[] body) {
    this.exchange = exchange;
    this.lane = lane;
    this.endpoint = endpoint;
    this.body = body;
    this.deadlineNanos = deadline(exchange.getRequestHeaders().getFirst(DEADLINE));
  }

  HttpServerExchange exchange() {
    return exchange;
  }

  Lane lane() {
    return lane;
  }

  Endpoint endpoint() {
    return endpoint;
  }

  byte[] body() {
    return body;
  }

  @Override
  public long deadlineNanos() {
    return deadlineNanos;
  }

  /// Keeps Undertow from ending the exchange when the front door's handler returns.
  void stay() {
    exchange.dispatch(SameThreadExecutor.INSTANCE, Request::doNothing);
  }

  private static void doNothing() {}

  /// Asks to be let in at a gate.
  ///
  /// @param work what runs when it is
  void enter(Gate door, Runnable work) {
    gate = door;
    whenAdmitted = work;
    door.enter(this);
  }

  @Override
  public void admitted() {
    admittedNanos = gate.nanos();
    underWayThen = gate.underWay();
    run(whenAdmitted);
  }

  /// Runs a part of the handler on the loop; what it throws is the answer.
  void run(Runnable part) {
    try {
      part.run();
    } catch (RuntimeException | Error e) {
      finish(Waiting.bug(e));
    }
  }

  @Override
  public void shed() {
    lane.send(this, Replies.shed());
  }

  /// Sends the answer and leaves the gate, whatever happens. On the loop only; the first answer
  /// counts.
  void finish(Reply reply) {
    if (finished) {
      return;
    }
    finished = true;
    boolean late = deadlineNanos != Long.MAX_VALUE && System.nanoTime() - deadlineNanos > 0;
    try {
      lane.send(this, late ? Replies.LATE : reply);
    } catch (RuntimeException | Error e) {
      Waiting.bug(e);
      IoUtils.safeClose(exchange.getConnection());
    } finally {
      if (gate != null) {
        gate.leave(admittedNanos, underWayThen, late || reply.status() == 504);
      }
    }
  }

  /// What a handler that never waits answers, or what is to be said of its complaint.
  Reply answerOf(Handling.Answerer answerer) {
    try {
      return answerer.answer(this);
    } catch (MalformedJsonException e) {
      return Reply.problem(400, e.getMessage());
    } catch (RuntimeException | Error e) {
      return Waiting.bug(e);
    }
  }

  /// The path as the client sent it.
  String path() {
    return exchange.getRequestPath();
  }

  /// The first value of a query parameter as it stands, or null.
  String query(String name) {
    String query = exchange.getQueryString();
    int length = name.length();
    for (int at = 0; at < query.length(); at = query.indexOf('&', at) + 1) {
      if (query.startsWith(name, at)
          && at + length < query.length()
          && query.charAt(at + length) == '=') {
        int end = query.indexOf('&', at);
        return query.substring(at + length + 1, end < 0 ? query.length() : end);
      }
      if (query.indexOf('&', at) < 0) {
        return null;
      }
    }
    return null;
  }

  /// Sends a call to the lane's database.
  Call send(Call call) {
    lane.database().send(call);
    return call;
  }

  private static long deadline(String millis) {
    if (millis == null) {
      return Long.MAX_VALUE;
    }
    try {
      long value = Long.parseLong(millis.strip());
      return value < 0 || value > 86_400_000
          ? Long.MAX_VALUE
          : System.nanoTime() + value * 1_000_000;
    } catch (NumberFormatException e) {
      // A deadline that nobody can read is none: the request is still good.
      return Long.MAX_VALUE;
    }
  }
}
