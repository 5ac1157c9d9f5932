package rebound.peer;

import io.helidon.common.buffers.BufferData;
import io.helidon.http.HeaderNames;
import io.helidon.http.Status;
import io.helidon.webserver.WebServer;
import io.helidon.webserver.http.HttpRouting;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import io.helidon.webserver.websocket.WsRouting;
import io.helidon.websocket.WsListener;
import io.helidon.websocket.WsSession;
import java.io.InputStream;
import java.util.Map;

/// Helidon 4 SE, whose every connection is a virtual thread that may wait.
public final class ServerMain implements WsListener {
  private final Application application;

  private ServerMain(Application application) {
    this.application = application;
  }

  public static void main(String[] arguments) {
    Application application =
        new Application(Integer.parseInt(System.getenv().getOrDefault("DATABASE_PORT", "0")));
    ServerMain main = new ServerMain(application);
    WebServer.builder()
        .host("127.0.0.1")
        .port(Integer.parseInt(System.getenv("PORT")))
        .backlog(4096)
        .addRouting(HttpRouting.builder().any(main::answer))
        .addRouting(WsRouting.builder().endpoint("/ws", main))
        .build()
        .start();
  }

  private void answer(ServerRequest request, ServerResponse response) throws Exception {
    byte[] body = {};
    if (request.content().hasEntity()) {
      try (InputStream in = request.content().inputStream()) {
        body = in.readNBytes(Application.BODY_LIMIT_BYTES + 1);
        in.skip(Long.MAX_VALUE);
      }
    }
    Reply reply =
        application.answer(
            new Application.Call(
                request.prologue().method().text(),
                request.path().path(),
                name -> request.query().first(name).orElse(null),
                body));
    response.status(Status.create(reply.status()));
    if (!reply.type().isEmpty()) {
      response.header(HeaderNames.CONTENT_TYPE, reply.type());
    }
    for (Map.Entry<String, String> header : reply.headers()) {
      response.headers().add(HeaderNames.create(header.getKey()), header.getValue());
    }
    response.send(reply.body());
  }

  @Override
  public void onMessage(WsSession session, String text, boolean last) {
    session.send(text, last);
  }

  @Override
  public void onMessage(WsSession session, BufferData data, boolean last) {
    session.send(data, last);
  }
}
