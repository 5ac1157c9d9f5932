package rebound.peer;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Function;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/// The routes of all plans, for frameworks that give each request a thread that may wait.
/// Thread-safe.
public final class Application {
  /// Bodies above this are refused.
  public static final int BODY_LIMIT_BYTES = 2 * 1024 * 1024;

  private static final int MOST_AT_ONCE = 1_000;
  private static final Reply UNKNOWN = Reply.problem(404, "there is no todo with this id");
  private static final List<Map.Entry<String, String>> PREPARED = headers();

  private final Todos todos = new Todos();
  private final Optional<Database> database;
  private final ExecutorService others = Executors.newVirtualThreadPerTaskExecutor();

  /// An application.
  ///
  /// @param databasePort of a database that speaks RESP, 0 for none
  public Application(int databasePort) {
    this.database = databasePort > 0 ? Optional.of(new Database(databasePort)) : Optional.empty();
  }

  /// A request.
  ///
  /// @param method as sent
  /// @param path without its query
  /// @param query gives a parameter by its name, or null
  /// @param body read to its end; empty where there is none
  @SuppressWarnings("ArrayRecordComponent") // bodies are never compared
  public record Call(String method, String path, Function<String, String> query, byte[] body) {}

  /// True when answering may wait, and so must not happen on an event loop.
  public static boolean waits(String path) {
    return path.equals("/one") || path.equals("/three") || path.equals("/all");
  }

  /// Answers a request.
  public Reply answer(Call call) throws InterruptedException {
    return switch (call.method() + " " + call.path()) {
      case "GET /" -> Reply.text("Hello World");
      case "GET /ping" -> Reply.text("pong");
      case "GET /stringify" -> Reply.json(Map.of("message", "Hello World"));
      case "GET /base-sync" -> hello();
      case "GET /base-async" -> CompletableFuture.supplyAsync(this::hello, others).join();
      case "POST /base" -> withBody(call, Reply::json);
      case "GET /headers" -> hello().with(headers());
      case "GET /headers-prepared" -> hello().with(PREPARED);
      case "GET /one" -> inSequence(call, 1);
      case "GET /three" -> inSequence(call, 3);
      case "GET /all" -> atOnce(call);
      case "GET /todos" -> Reply.json(todos.list());
      case "POST /todos" -> withDraft(call, this::create);
      default ->
          call.path().startsWith("/todos/")
              ? todo(call)
              : Reply.problem(404, "there is nothing at this path");
    };
  }

  private Reply hello() {
    return Reply.json(Map.of("hello", "world"));
  }

  private Reply create(Todos.Draft draft) {
    Todos.Todo todo = todos.create(draft);
    return todo == null
        ? Reply.problem(409, "there are too many todos: delete one first")
        : Reply.json(201, todo).with(List.of(Map.entry("Location", "/todos/" + todo.id())));
  }

  private Reply todo(Call call) {
    String digits = call.path().substring("/todos/".length());
    if (!digits.matches("\\d{1,9}")) {
      return UNKNOWN;
    }
    int id = Integer.parseInt(digits);
    return switch (call.method()) {
      case "GET" -> found(todos.read(id));
      case "PUT" -> withDraft(call, draft -> found(todos.update(id, draft)));
      case "DELETE" -> todos.delete(id) ? Reply.empty(204) : UNKNOWN;
      default -> Reply.problem(405, "use GET, PUT or DELETE");
    };
  }

  private static Reply found(Todos.Todo todo) {
    return todo == null ? UNKNOWN : Reply.json(todo);
  }

  private static Reply withBody(Call call, Function<JsonNode, Reply> then) {
    if (call.body().length > BODY_LIMIT_BYTES) {
      return Reply.problem(413, "the body is too large");
    }
    JsonNode value;
    try {
      value = Reply.JSON.readTree(call.body());
    } catch (JacksonException noJson) {
      return Reply.problem(400, "the body is no JSON");
    }
    return value.isMissingNode() ? Reply.problem(400, "the body is empty") : then.apply(value);
  }

  private static Reply withDraft(Call call, Function<Todos.Draft, Reply> then) {
    return withBody(
        call,
        value ->
            Todos.draft(value)
                .map(then)
                .orElse(Reply.problem(400, "a todo has a title and done, true or false")));
  }

  private Reply inSequence(Call call, int count) throws InterruptedException {
    Reply complaint = complaint(call);
    if (complaint != null) {
      return complaint;
    }
    try {
      List<String> values = new ArrayList<>(count);
      for (int i = 0; i < count; i++) {
        values.add(database.orElseThrow().ask(call.query().apply("delay")));
      }
      return Reply.json(Map.of("values", values));
    } catch (IOException failed) {
      return Reply.problem(502, String.valueOf(failed.getMessage()));
    }
  }

  private Reply atOnce(Call call) throws InterruptedException {
    Reply complaint = complaint(call);
    String n = call.query().apply("n");
    int count = n == null ? 3 : n.matches("\\d{1,4}") ? Integer.parseInt(n) : 0;
    if (complaint != null || count < 1 || count > MOST_AT_ONCE) {
      return complaint != null ? complaint : Reply.problem(400, "n is out of range");
    }
    List<Future<String>> calls = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      calls.add(others.submit(() -> database.orElseThrow().ask(call.query().apply("delay"))));
    }
    try {
      List<String> values = new ArrayList<>(count);
      for (Future<String> one : calls) {
        values.add(one.get());
      }
      return Reply.json(Map.of("values", values));
    } catch (java.util.concurrent.ExecutionException failed) {
      return Reply.problem(502, String.valueOf(failed.getCause().getMessage()));
    }
  }

  private Reply complaint(Call call) {
    if (database.isEmpty()) {
      return Reply.problem(503, "this server has no database");
    }
    String delay = call.query().apply("delay");
    boolean right = delay == null || (delay.matches("\\d+(\\.\\d+)?") && delay.length() <= 16);
    return right ? null : Reply.problem(400, "delay is out of range");
  }

  /// Ten scalar headers and three cookies.
  private static List<Map.Entry<String, String>> headers() {
    List<Map.Entry<String, String>> headers = new ArrayList<>(13);
    for (int i = 0; i < 10; i++) {
      headers.add(Map.entry("X-Header-" + i, "value-" + i));
    }
    for (int i = 0; i < 3; i++) {
      headers.add(Map.entry("Set-Cookie", "cookie-" + i + "=value-" + i + "; Path=/; HttpOnly"));
    }
    return headers;
  }
}
