package rebound.peer;

import io.vertx.core.AbstractVerticle;
import io.vertx.core.DeploymentOptions;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.redis.client.Command;
import io.vertx.redis.client.Redis;
import io.vertx.redis.client.RedisOptions;
import io.vertx.redis.client.Request;
import io.vertx.redis.client.Response;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/// Vert.x 5: one verticle an event loop, and its own client to the database, which never holds the
/// loop. Pipelining is off and the pools hold 64 connections together, as in all targets.
public final class ServerMain extends AbstractVerticle {
  private static final int CONNECTIONS = 64;
  private static final int LONGEST_QUEUE = 16_384;
  private static final DateTimeFormatter DATE =
      DateTimeFormatter.ofPattern("EEE, dd MMM yyyy HH:mm:ss 'GMT'", Locale.ENGLISH);
  private static final Command DELAY = Command.create("DELAY");

  private final Application application;
  private final int databasePort;
  private final int workers;
  private Redis redis;
  private int nextKey;
  private CharSequence date;

  private ServerMain(Application application, int databasePort, int workers) {
    this.application = application;
    this.databasePort = databasePort;
    this.workers = workers;
  }

  public static void main(String[] arguments) {
    int workers = Integer.parseInt(System.getenv().getOrDefault("WORKERS", "1"));
    int databasePort = Integer.parseInt(System.getenv().getOrDefault("DATABASE_PORT", "0"));
    Application application = new Application(0);
    Vertx.vertx()
        .deployVerticle(
            () -> new ServerMain(application, databasePort, workers),
            new DeploymentOptions().setInstances(workers))
        .onFailure(
            failed -> {
              System.err.println("it does not start: " + failed);
              System.exit(3);
            });
  }

  @Override
  public void start() {
    // Vert.x writes no Date of its own; the others do, made anew once a second.
    date = now();
    vertx.setPeriodic(1_000, turn -> date = now());
    redis =
        Redis.createClient(
            vertx,
            new RedisOptions()
                .setConnectionString("redis://127.0.0.1:" + databasePort)
                .setMaxPoolSize(Math.max(1, CONNECTIONS / workers))
                .setMaxPoolWaiting(LONGEST_QUEUE));
    HttpServerOptions options =
        new HttpServerOptions()
            .setHost("127.0.0.1")
            .setPort(Integer.parseInt(System.getenv("PORT")))
            .setAcceptBacklog(4096);
    vertx
        .createHttpServer(options)
        .webSocketHandler(
            socket ->
                socket.frameHandler(
                    frame -> {
                      if (frame.isText() || frame.isBinary() || frame.isContinuation()) {
                        socket.writeFrame(frame);
                      }
                    }))
        .requestHandler(this::handle)
        .listen();
  }

  private void handle(HttpServerRequest request) {
    if (Application.waits(request.path())) {
      askDatabase(request);
    } else if (request.path().equals("/base-async")) {
      vertx.runOnContext(turn -> answer(request, Buffer.buffer()));
    } else if (request.method() == HttpMethod.GET) {
      answer(request, Buffer.buffer());
    } else {
      request.body().onSuccess(body -> answer(request, body));
    }
  }

  private void answer(HttpServerRequest request, Buffer body) {
    // No other thread is needed for what follows: it only looks like the route of a waiting server.
    String path = request.path().equals("/base-async") ? "/base-sync" : request.path();
    try {
      send(
          request.response(),
          application.answer(
              new Application.Call(
                  request.method().name(), path, request::getParam, body.getBytes())));
    } catch (InterruptedException nobodyInterruptsALoop) {
      Thread.currentThread().interrupt();
    }
  }

  private void askDatabase(HttpServerRequest request) {
    String n = request.getParam("n");
    String delay = request.getParam("delay");
    int count = request.path().equals("/one") ? 1 : n == null ? 3 : Integer.parseInt(n);
    Future<List<String>> values;
    if (request.path().equals("/all")) {
      List<Future<String>> calls = new ArrayList<>(count);
      for (int i = 0; i < count; i++) {
        calls.add(ask(delay));
      }
      values = Future.join(calls).map(all -> calls.stream().map(Future::result).toList());
    } else {
      values = Future.succeededFuture(new ArrayList<>());
      for (int i = 0; i < count; i++) {
        values = values.compose(list -> ask(delay).map(value -> with(list, value)));
      }
    }
    values
        .map(list -> Reply.json(Map.of("values", list)))
        .otherwise(failed -> Reply.problem(502, String.valueOf(failed.getMessage())))
        .onSuccess(reply -> send(request.response(), reply));
  }

  private static List<String> with(List<String> list, String value) {
    list.add(value);
    return list;
  }

  private Future<String> ask(String delay) {
    Request call =
        delay == null
            ? Request.cmd(Command.GET).arg("item:" + (nextKey++ & 0xffff))
            : Request.cmd(DELAY).arg(delay);
    return redis.send(call).map(ServerMain::text);
  }

  private static String text(Response response) {
    return response == null ? "" : response.toString();
  }

  private static CharSequence now() {
    return HttpHeaders.createOptimized(DATE.format(ZonedDateTime.now(ZoneOffset.UTC)));
  }

  private void send(HttpServerResponse response, Reply reply) {
    response.setStatusCode(reply.status());
    response.putHeader(HttpHeaders.DATE, date);
    if (!reply.type().isEmpty()) {
      response.putHeader("Content-Type", reply.type());
    }
    for (Map.Entry<String, String> header : reply.headers()) {
      response.headers().add(header.getKey(), header.getValue());
    }
    response.end(Buffer.buffer(reply.body()));
  }
}
