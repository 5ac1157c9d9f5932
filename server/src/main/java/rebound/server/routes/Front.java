package rebound.server.routes;

import io.undertow.server.HttpHandler;
import io.undertow.server.HttpServerExchange;
import io.undertow.util.SameThreadExecutor;
import rebound.server.wire.BodyBudget;
import rebound.server.wire.BodyFailure;
import rebound.server.wire.BodyReader;
import rebound.server.wire.BodyTaker;
import rebound.server.wire.MalformedJsonException;
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

  private final Lane[] lanes;
  private final RouteTable table;
  private final Waiting waiting;
  private final BodyBudget budget;

  Front(Lane[] lanes, RouteTable table, Waiting waiting, BodyBudget budget) {
    this.lanes = lanes.clone();
    this.table = table;
    this.waiting = waiting;
    this.budget = budget;
  }

  @Override
  public void handleRequest(HttpServerExchange exchange) throws Exception {
    Lane lane = lane(exchange);
    if (exchange.isRequestComplete()) {
      proceed(exchange, lane, NO_BODY);
    } else {
      exchange.dispatch(SameThreadExecutor.INSTANCE, () -> readBody(exchange, lane));
    }
  }

  private void readBody(HttpServerExchange exchange, Lane lane) {
    BodyReader.read(exchange, lane.scratch(), budget, this);
  }

  @Override
  public void whole(HttpServerExchange exchange, byte[] bytes) {
    proceed(exchange, lane(exchange), bytes);
  }

  @Override
  public void failed(HttpServerExchange exchange, BodyFailure failure) {
    Reply reply =
        switch (failure) {
          case TOO_LARGE -> TOO_LARGE;
          case NO_ROOM -> NO_ROOM;
          case CUT_OFF -> CUT_OFF;
        };
    refuse(exchange, lane(exchange), reply);
  }

  private Lane lane(HttpServerExchange exchange) {
    return lanes[exchange.getIoThread().getNumber()];
  }

  private void refuse(HttpServerExchange exchange, Lane lane, Reply reply) {
    Endpoint endpoint = table.find(exchange.getRequestPath());
    lane.finish(new Request(exchange, lane, endpoint, NO_BODY), reply);
  }

  private void proceed(HttpServerExchange exchange, Lane lane, byte[] body) {
    Endpoint endpoint = table.find(exchange.getRequestPath());
    Request request = new Request(exchange, lane, endpoint, body);
    Handling handling = endpoint.handling(exchange.getRequestMethod());
    switch (handling) {
      case null ->
          lane.finish(
              request,
              table.isKnown(endpoint)
                  ? endpoint.otherwise(exchange.getRequestMethod())
                  : NOT_FOUND);
      case Handling.Direct direct -> lane.finish(request, guarded(direct, request));
      case Handling.Waiting(Handling.Waits waits) -> waiting.start(request, waits);
      case Handling.Upgrade(HttpHandler upgrade) -> upgrade(request, upgrade);
    }
  }

  private static void upgrade(Request request, HttpHandler upgrade) {
    try {
      upgrade.handleRequest(request.exchange());
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
