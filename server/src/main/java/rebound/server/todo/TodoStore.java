package rebound.server.todo;

import java.util.Optional;
import java.util.TreeMap;
import rebound.server.json.JsonBytes;

/// All todos, each kept as the JSON it is answered with. Bounded, else a soak on POST would be a
/// leak by design. Thread-safe.
public final class TodoStore {
  /// How many todos there may be.
  public static final int LIMIT = 10_000;

  private static final int SEEDED = 50;

  private final TreeMap<Integer, byte[]> todos = new TreeMap<>();
  private int lastId;
  private int bytes;

  /// A store with fifty todos.
  public TodoStore() {
    for (int id = 1; id <= SEEDED; id++) {
      put(new Todo(id, "todo " + id, false));
    }
    lastId = SEEDED;
  }

  /// All of them as a JSON array.
  public synchronized byte[] list() {
    JsonBytes json = new JsonBytes(bytes + todos.size() + 2);
    String separator = "[";
    for (byte[] todo : todos.values()) {
      json.raw(separator).raw(todo);
      separator = ",";
    }
    return json.raw(todos.isEmpty() ? "[]" : "]").toBytes();
  }

  /// One of them as JSON.
  public synchronized Optional<byte[]> read(int id) {
    return Optional.ofNullable(todos.get(id));
  }

  /// Adds one.
  ///
  /// @return what was stored, or nothing when the store is full
  public synchronized Optional<Todo> create(TodoDraft draft) {
    if (todos.size() >= LIMIT) {
      return Optional.empty();
    }
    Todo todo = new Todo(++lastId, draft.title(), draft.done());
    put(todo);
    return Optional.of(todo);
  }

  /// Replaces one.
  ///
  /// @return its JSON, or nothing when there is no such todo
  public synchronized Optional<byte[]> update(int id, TodoDraft draft) {
    if (!todos.containsKey(id)) {
      return Optional.empty();
    }
    return Optional.of(put(new Todo(id, draft.title(), draft.done())));
  }

  /// Removes one.
  ///
  /// @return false when there is no such todo
  public synchronized boolean delete(int id) {
    byte[] removed = todos.remove(id);
    if (removed == null) {
      return false;
    }
    bytes -= removed.length;
    return true;
  }

  private byte[] put(Todo todo) {
    byte[] json = todo.toJson();
    byte[] before = todos.put(todo.id(), json);
    bytes += json.length - (before == null ? 0 : before.length);
    return json;
  }
}
