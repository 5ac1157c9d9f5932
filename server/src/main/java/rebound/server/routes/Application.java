package rebound.server.routes;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.undertow.server.HttpHandler;
import io.undertow.util.Methods;
import java.util.List;
import rebound.server.coroutine.Await;
import rebound.server.coroutine.EventLoop;
import rebound.server.database.DatabasePool;
import rebound.server.guard.Budget;
import rebound.server.guard.GuardRoom;
import rebound.server.overload.Admission;
import rebound.server.overload.Clock;
import rebound.server.wire.PlainSender;
import rebound.server.wire.Reply;

/// Puts the server's routes together.
public final class Application {
  private static final Clock CLOCK = Clock.system();

  private final Front front;
  private final List<Lane> lanes;

  private Application(Front front, List<Lane> lanes) {
    this.front = front;
    this.lanes = lanes;
  }

  /// How many requests have been answered; from any thread.
  public long answers() {
    long sum = 0;
    for (Lane lane : lanes) {
      sum += lane.counters().total();
    }
    return sum;
  }

  /// What answers.
  public HttpHandler handler() {
    return front;
  }

  /// From now on each answer is its connection's last.
  public void drain() {
    front.drain();
  }

  /// The routes over their parts.
  ///
  /// @param loops the event loops in the order of their numbers
  /// @param guards the guards of each of them
  /// @param databases a pool for each of them, or an empty list without a database
  /// @param await how handlers wait
  /// @param admission what is let in
  /// @param budget what bodies in flight may hold
  /// @param plain whether answers are sent as Undertow does it, each from a virtual thread
  public static Application over(
      List<EventLoop> loops,
      List<GuardRoom> guards,
      List<DatabasePool> databases,
      Await await,
      Admission admission,
      Budget budget,
      boolean plain) {
    RouteTable table = new RouteTable();
    Lane[] lanes = new Lane[loops.size()];
    PlainSender plainSender = plain ? new PlainSender() : null;
    Metrics metrics = new Metrics(table);
    routes(table, metrics, budget);
    for (int i = 0; i < lanes.length; i++) {
      lanes[i] =
          new Lane(
              loops.get(i),
              databases.isEmpty() ? null : databases.get(i),
              admission.gate("database", admission.databaseSlots(), lanes.length, CLOCK),
              admission.gate("processor", processorSlots(await, lanes.length), lanes.length, CLOCK),
              plainSender,
              budget,
              table.endpoints().size());
      guards.get(i).alsoTick(lanes[i]::tick);
    }
    metrics.over(List.of(lanes), guards);
    boolean coroutinesOnLoops = loops.stream().allMatch(EventLoop::hasCoroutines);
    return new Application(
        new Front(lanes, table, new Waiting(await, coroutinesOnLoops), budget), List.of(lanes));
  }

  /// A loop computes for one request at a time, a pool for as many as it has threads.
  private static int processorSlots(Await await, int lanes) {
    return switch (await.kind()) {
      case COROUTINE, BLOCKING, CALLBACK -> lanes;
      case COROUTINE_POOL -> Runtime.getRuntime().availableProcessors();
      case THREADS -> await.threads();
    };
  }

  private static void routes(RouteTable table, Metrics metrics, Budget budget) {
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
        .on(Methods.GET, "/all", DatabaseRoutes.atOnce())
        .on(Methods.GET, "/", direct(PlainRoutes::hello))
        .on(Methods.GET, "/stringify", direct(PlainRoutes::stringify))
        .on(Methods.GET, "/base-sync", direct(PlainRoutes::baseSync))
        .on(Methods.GET, "/base-async", PlainRoutes.baseAsync())
        .on(Methods.POST, "/base", direct(PlainRoutes::baseEcho))
        .on(Methods.GET, "/headers", direct(PlainRoutes::headers))
        .on(Methods.GET, "/headers-prepared", direct(PlainRoutes::headersPrepared))
        .on(Methods.GET, "/work", new Handling.Computing(PlainRoutes::work))
        .on(Methods.GET, "/ws", new Handling.Upgrade(new EchoSocket(budget)));
  }

  private static Handling direct(Handling.Answerer answerer) {
    return new Handling.Direct(answerer);
  }
}
