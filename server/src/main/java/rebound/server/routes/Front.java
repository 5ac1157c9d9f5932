package rebound.server.routes;

import io.undertow.server.HttpHandler;
import io.undertow.server.HttpServerExchange;
import io.undertow.util.Headers;
import io.undertow.util.SameThreadExecutor;
import rebound.server.guard.Budget;
import rebound.server.guard.ConnectionGuard;
import rebound.server.guard.Refusal;
import rebound.server.json.MalformedJsonException;
import rebound.server.wire.BodyFailure;
import rebound.server.wire.BodyReader;
import rebound.server.wire.BodyTaker;
import rebound.server.wire.Reply;

/// The front door: every request enters here, on its connection's loop.
final class Front implements HttpHandler, BodyTaker {
  private static final byte[] NO_BODY = {};
  private static final Reply NOT_FOUND = Reply.problem(404, "there is nothing at this path");
  private static final Reply TOO_LARGE =
      Reply.problem(413, "the body is over %d bytes".formatted(BodyReader.LIMIT_BYTES)).thenClose();
  private static final Reply NO_ROOM =
      Reply.problem(503, "too many bodies are on their way").with("Retry-After", "1");
  private static final Reply CUT_OFF =
      Reply.problem(400, "the body ended before its time").thenClose();
  private static final Reply TOO_SLOW =
      Reply.problem(408, "the body did not come within its time").thenClose();

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

  @Override
  public void handleRequest(HttpServerExchange exchange) {
    Lane lane = lane(exchange);
    ConnectionGuard guard = ConnectionGuard.of(exchange);
    guard.requestBegins();
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
          () -> BodyReader.read(exchange, lane.scratch(), budget, this));
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
    Reply reply =
        switch (failure) {
          case TOO_LARGE -> TOO_LARGE;
          case NO_ROOM -> NO_ROOM;
          case CUT_OFF -> CUT_OFF;
          case TOO_SLOW -> TOO_SLOW;
        };
    refuse(exchange, lane(exchange), found(exchange), reply);
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
    lane.finish(new Request(exchange, lane, endpoint, NO_BODY), reply);
  }

  private void proceed(HttpServerExchange exchange, Lane lane, byte[] body) {
    Endpoint endpoint = found(exchange);
    Request request = new Request(exchange, lane, endpoint, body);
    switch (endpoint.handling(exchange.getRequestMethod())) {
      case null -> lane.finish(request, otherwise(request));
      case Handling.Direct direct -> lane.finish(request, guarded(direct, request));
      case Handling.Computing(Handling.Direct direct) ->
          waiting.compute(request, () -> guarded(direct, request));
      case Handling.Waiting(Handling.Waits waits) -> waiting.start(request, waits);
      case Handling.Upgrade(EchoSocket socket) -> upgrade(request, socket);
    }
  }

  private Reply otherwise(Request request) {
    return table.isKnown(request.endpoint())
        ? request.endpoint().otherwise(request.exchange().getRequestMethod())
        : NOT_FOUND;
  }

  private static void upgrade(Request request, EchoSocket socket) {
    try {
      Reply reply = socket.upgrade(request.exchange());
      if (reply != null) {
        request.lane().finish(request, reply);
      } else {
        request.lane().counters().count(request.endpoint(), 101);
      }
    } catch (Exception e) {
      request.lane().finish(request, Waiting.bug(e));
    }
  }

  private static Reply guarded(Handling.Direct direct, Request request) {
    try {
      return direct.answer(request);
    } catch (MalformedJsonException e) {
      return Reply.problem(400, e.getMessage());
    } catch (RuntimeException e) {
      return Waiting.bug(e);
    }
  }
}
