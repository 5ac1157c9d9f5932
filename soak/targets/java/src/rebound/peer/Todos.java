package rebound.peer;

import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.AtomicInteger;
import tools.jackson.databind.JsonNode;

/// The todo list of all Java targets: the rules of the reference server, in memory. Thread-safe.
final class Todos {
  private static final int LIMIT = 10_000;
  private static final int LONGEST_TITLE = 1_000;
  private static final List<String> KNOWN = List.of("id", "title", "done");

  private final ConcurrentSkipListMap<Integer, Todo> todos = new ConcurrentSkipListMap<>();
  private final AtomicInteger size = new AtomicInteger();
  private final AtomicInteger lastId = new AtomicInteger();

  Todos() {
    for (int i = 1; i <= 50; i++) {
      create(new Draft("todo " + i, false));
    }
  }

  record Todo(int id, String title, boolean done) {}

  record Draft(String title, boolean done) {}

  /// The draft in a parsed body, or empty where it is none.
  static Optional<Draft> draft(JsonNode value) {
    JsonNode title = value.get("title");
    JsonNode done = value.get("done");
    boolean right =
        value.isObject()
            && value.propertyNames().stream().allMatch(KNOWN::contains)
            && title != null
            && title.isString()
            && !title.asString().isBlank()
            && title.asString().length() <= LONGEST_TITLE
            && (done == null || done.isBoolean());
    return right
        ? Optional.of(new Draft(title.asString(), done != null && done.asBoolean()))
        : Optional.empty();
  }

  Collection<Todo> list() {
    return todos.values();
  }

  Todo read(int id) {
    return todos.get(id);
  }

  /// What was stored, or null where the list is full.
  Todo create(Draft draft) {
    if (size.incrementAndGet() > LIMIT) {
      size.decrementAndGet();
      return null;
    }
    Todo todo = new Todo(lastId.incrementAndGet(), draft.title(), draft.done());
    todos.put(todo.id(), todo);
    return todo;
  }

  /// What was stored, or null where there is no such todo.
  Todo update(int id, Draft draft) {
    Todo todo = new Todo(id, draft.title(), draft.done());
    return todos.replace(id, todo) == null ? null : todo;
  }

  boolean delete(int id) {
    boolean removed = todos.remove(id) != null;
    if (removed) {
      size.decrementAndGet();
    }
    return removed;
  }
}
