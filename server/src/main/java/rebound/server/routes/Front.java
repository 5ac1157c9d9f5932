package rebound.server.routes;

import io.undertow.server.HttpHandler;
import io.undertow.server.HttpServerExchange;
import io.undertow.util.Headers;
import io.undertow.util.SameThreadExecutor;
import rebound.server.guard.Budget;
import rebound.server.guard.ConnectionGuard;
import rebound.server.guard.Refusal;
import rebound.server.wire.BodyFailure;
import rebound.server.wire.BodyReader;
import rebound.server.wire.BodyTaker;
import rebound.server.wire.Reply;

/// The front door: every request enters here, on its connection's loop.
final class Front implements HttpHandler, BodyTaker {
  private static final byte[] NO_BODY = {};
  private final Lane[] lanes;
  private final RouteTable table;
  private final Waiting waiting;
  private final Budget budget;

  Front(Lane[] lanes, RouteTable table, Waiting waiting, Budget budget) {
    this.lanes = lanes.clone();
    this.table = table;
    this.waiting = waiting;
    this.budget = budget;
  }

  /// From now on each answer is its connection's last.
  void drain() {
    for (Lane lane : lanes) {
      lane.drain();
    }
  }

  @Override
  public void handleRequest(HttpServerExchange exchange) {
    Lane lane = lane(exchange);
    ConnectionGuard guard = ConnectionGuard.of(exchange);
    guard.requestBegins(exchange);
    if (guard.refusal() != null && exchange.getRequestPath().equals(ConnectionGuard.REFUSED_PATH)) {
      refuse(exchange, lane, table.refused(), problem(guard.refusal()));
      return;
    }
    if (exchange.getRequestHeaders().contains(Headers.CONNECTION)
        && ConnectionField.has(exchange.getRequestHeaders(), "close")) {
      exchange.setPersistent(false);
    }
    if (exchange.isRequestComplete()) {
      proceed(exchange, lane, NO_BODY);
    } else {
      exchange.dispatch(
          SameThreadExecutor.INSTANCE,
          () -> BodyReader.read(exchange, lane.scratch(), budget, lane.loop()::inTurn, this));
    }
  }

  @Override
  public void whole(HttpServerExchange exchange, byte[] bytes) {
    ConnectionGuard guard = ConnectionGuard.of(exchange);
    if (guard.isBodyBroken()) {
      refuse(exchange, lane(exchange), found(exchange), problem(guard.refusal()));
    } else {
      proceed(exchange, lane(exchange), bytes);
    }
  }

  @Override
  public void failed(HttpServerExchange exchange, BodyFailure failure) {
    Lane lane = lane(exchange);
    lane.failedBodies().count(failure);
    refuse(exchange, lane, found(exchange), Replies.of(failure));
  }

  private static Reply problem(Refusal refusal) {
    return Reply.problem(refusal.status(), refusal.detail()).thenClose();
  }

  private Lane lane(HttpServerExchange exchange) {
    return lanes[exchange.getIoThread().getNumber()];
  }

  private Endpoint found(HttpServerExchange exchange) {
    return table.find(exchange.getRequestPath());
  }

  private static void refuse(
      HttpServerExchange exchange, Lane lane, Endpoint endpoint, Reply reply) {
    lane.send(new Request(exchange, lane, endpoint, NO_BODY), reply);
  }

  private void proceed(HttpServerExchange exchange, Lane lane, byte[] body) {
    Endpoint endpoint = found(exchange);
    Request request = new Request(exchange, lane, endpoint, body);
    Handling handling = endpoint.handling(exchange.getRequestMethod());
    if (handling == null) {
      lane.send(request, otherwise(request));
    } else {
      handling.begin(request, waiting);
    }
  }

  private Reply otherwise(Request request) {
    return table.isKnown(request.endpoint())
        ? request.endpoint().otherwise(request.exchange().getRequestMethod())
        : Replies.NOT_FOUND;
  }
}
