package rebound.peer;

import io.undertow.Handlers;
import io.undertow.Undertow;
import io.undertow.UndertowOptions;
import io.undertow.server.HttpHandler;
import io.undertow.server.HttpServerExchange;
import io.undertow.util.HttpString;
import io.undertow.websockets.core.AbstractReceiveListener;
import io.undertow.websockets.core.BufferedBinaryMessage;
import io.undertow.websockets.core.BufferedTextMessage;
import io.undertow.websockets.core.WebSocketChannel;
import io.undertow.websockets.core.WebSockets;
import java.nio.ByteBuffer;
import java.util.Deque;
import java.util.Map;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;

/// Plain Undertow as its documentation begins: its default buffer pool, and each request dispatched
/// to its default worker threads. With `virtual` each request is dispatched to a virtual thread and
/// the buffer pool left as it is, which strands buffers: the server whose memory must not come back.
public final class ServerMain {
  private final Application application;
  private final Executor threads;

  private ServerMain(Application application, Executor threads) {
    this.application = application;
    this.threads = threads;
  }

  public static void main(String[] arguments) {
    boolean virtual = arguments.length > 0 && arguments[0].equals("virtual");
    Executor threads = virtual ? Executors.newVirtualThreadPerTaskExecutor() : null;
    Application application =
        new Application(Integer.parseInt(System.getenv().getOrDefault("DATABASE_PORT", "0")));
    HttpHandler routes = new ServerMain(application, threads)::handle;
    HttpHandler sockets = Handlers.websocket((exchange, channel) -> echo(channel));
    Undertow.builder()
        .setIoThreads(Integer.parseInt(System.getenv().getOrDefault("WORKERS", "1")))
        .setServerOption(UndertowOptions.MAX_ENTITY_SIZE, (long) Application.BODY_LIMIT_BYTES)
        .addHttpListener(Integer.parseInt(System.getenv("PORT")), "127.0.0.1")
        .setHandler(
            exchange ->
                (exchange.getRequestPath().equals("/ws") ? sockets : routes).handleRequest(exchange))
        .build()
        .start();
  }

  private void handle(HttpServerExchange exchange) {
    if (threads == null) {
      exchange.dispatch(this::answer);
    } else {
      exchange.dispatch(threads, this::answer);
    }
  }

  private void answer(HttpServerExchange exchange) throws Exception {
    byte[] body = {};
    if (exchange.getRequestContentLength() != 0 && !exchange.getRequestMethod().equalToString("GET")) {
      exchange.startBlocking();
      body = exchange.getInputStream().readAllBytes();
    }
    Reply reply =
        application.answer(
            new Application.Call(
                exchange.getRequestMethod().toString(),
                exchange.getRequestPath(),
                name -> first(exchange.getQueryParameters().get(name)),
                body));
    exchange.setStatusCode(reply.status());
    if (!reply.type().isEmpty()) {
      exchange.getResponseHeaders().put(new HttpString("Content-Type"), reply.type());
    }
    for (Map.Entry<String, String> header : reply.headers()) {
      exchange.getResponseHeaders().add(new HttpString(header.getKey()), header.getValue());
    }
    exchange.getResponseSender().send(ByteBuffer.wrap(reply.body()));
  }

  private static String first(Deque<String> values) {
    return values == null ? null : values.getFirst();
  }

  private static void echo(WebSocketChannel channel) {
    channel
        .getReceiveSetter()
        .set(
            new AbstractReceiveListener() {
              @Override
              protected void onFullTextMessage(WebSocketChannel from, BufferedTextMessage message) {
                WebSockets.sendText(message.getData(), from, null);
              }

              @Override
              protected void onFullBinaryMessage(
                  WebSocketChannel from, BufferedBinaryMessage message) {
                try (var data = message.getData()) {
                  WebSockets.sendBinary(WebSockets.mergeBuffers(data.getResource()), from, null);
                }
              }
            });
    channel.resumeReceives();
  }
}
