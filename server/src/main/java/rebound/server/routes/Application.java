package rebound.server.routes;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.undertow.server.HttpHandler;
import io.undertow.util.Methods;
import java.util.List;
import rebound.server.coroutine.Await;
import rebound.server.coroutine.EventLoop;
import rebound.server.database.DatabasePool;
import rebound.server.wire.BodyBudget;
import rebound.server.wire.Reply;

/// Puts the server's routes together.
public final class Application {
  private static final long BODY_BUDGET_BYTES = 8L * 1024 * 1024;

  private Application() {}

  /// The root handler.
  ///
  /// @param loops the event loops in the order of their numbers
  /// @param databases a pool for each of them, or an empty list without a database
  /// @param await how handlers wait
  public static HttpHandler over(List<EventLoop> loops, List<DatabasePool> databases, Await await) {
    RouteTable table = new RouteTable();
    Lane[] lanes = new Lane[loops.size()];
    Metrics metrics = new Metrics(table);
    routes(table, metrics);
    for (int i = 0; i < lanes.length; i++) {
      lanes[i] =
          new Lane(
              loops.get(i),
              databases.isEmpty() ? null : databases.get(i),
              table.endpoints().size());
    }
    metrics.over(List.of(lanes));
    return new Front(lanes, table, new Waiting(await), new BodyBudget(BODY_BUDGET_BYTES));
  }

  private static void routes(RouteTable table, Metrics metrics) {
    Reply pong = Reply.text("pong".getBytes(UTF_8));
    Reply alive = Reply.json("{\"status\":\"UP\"}".getBytes(UTF_8));
    TodoRoutes todos = new TodoRoutes();
    table
        .on(Methods.GET, "/ping", direct(request -> pong))
        .on(Methods.GET, "/health/live", direct(request -> alive))
        .on(Methods.GET, "/metrics", direct(request -> metrics.answer()))
        .on(Methods.GET, "/todos", direct(todos::list))
        .on(Methods.POST, "/todos", direct(todos::create))
        .on(Methods.GET, "/todos/{id}", direct(todos::read))
        .on(Methods.PUT, "/todos/{id}", direct(todos::update))
        .on(Methods.DELETE, "/todos/{id}", direct(todos::delete))
        .on(Methods.GET, "/one", DatabaseRoutes.inSequence(1))
        .on(Methods.GET, "/three", DatabaseRoutes.inSequence(3))
        .on(Methods.GET, "/all", DatabaseRoutes.atOnce());
  }

  private static Handling direct(Handling.Direct handling) {
    return handling;
  }
}
