package rebound.peer;

import java.nio.ByteBuffer;
import java.util.Map;
import java.util.concurrent.Executors;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.Fields;
import org.eclipse.jetty.util.thread.QueuedThreadPool;

/// Jetty 12 with virtual threads, as its documentation advises them: handlers that may wait run on
/// virtual threads, its own pool keeps accepting and selecting.
public final class ServerMain extends Handler.Abstract {
  private final Application application;

  private ServerMain(Application application) {
    this.application = application;
  }

  public static void main(String[] arguments) throws Exception {
    Application application =
        new Application(Integer.parseInt(System.getenv().getOrDefault("DATABASE_PORT", "0")));
    QueuedThreadPool threads = new QueuedThreadPool();
    threads.setVirtualThreadsExecutor(Executors.newVirtualThreadPerTaskExecutor());
    Server server = new Server(threads);
    HttpConfiguration http = new HttpConfiguration();
    http.setSendServerVersion(false);
    int selectors = Integer.parseInt(System.getenv().getOrDefault("WORKERS", "1"));
    ServerConnector connector =
        new ServerConnector(server, 1, selectors, new HttpConnectionFactory(http));
    connector.setHost("127.0.0.1");
    connector.setPort(Integer.parseInt(System.getenv("PORT")));
    connector.setAcceptQueueSize(4096);
    server.addConnector(connector);
    server.setHandler(new ServerMain(application));
    server.start();
  }

  @Override
  public boolean handle(Request request, Response response, Callback callback) throws Exception {
    byte[] body = {};
    if (request.getLength() != 0 && !request.getMethod().equals("GET")) {
      try (var in = Content.Source.asInputStream(request)) {
        body = in.readNBytes(Application.BODY_LIMIT_BYTES + 1);
        in.skip(Long.MAX_VALUE);
      }
    }
    String query = request.getHttpURI().getQuery();
    Fields fields = query == null ? Fields.EMPTY : Request.extractQueryParameters(request);
    Reply reply =
        application.answer(
            new Application.Call(
                request.getMethod(), Request.getPathInContext(request), fields::getValue, body));
    response.setStatus(reply.status());
    if (!reply.type().isEmpty()) {
      response.getHeaders().put(HttpHeader.CONTENT_TYPE, reply.type());
    }
    for (Map.Entry<String, String> header : reply.headers()) {
      response.getHeaders().add(header.getKey(), header.getValue());
    }
    if (reply.status() != 204) {
      response.getHeaders().put(HttpHeader.CONTENT_LENGTH, reply.body().length);
    }
    response.write(true, ByteBuffer.wrap(reply.body()), callback);
    return true;
  }
}
