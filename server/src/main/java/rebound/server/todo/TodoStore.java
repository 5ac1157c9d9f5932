package rebound.server.todo;

import java.util.Optional;
import java.util.TreeMap;
import rebound.server.json.JsonBytes;

/// All todos, each kept as the JSON it is answered with. Bounded, else a soak on POST would be a
/// leak by design. Thread-safe.
public final class TodoStore {
  /// How many todos there may be.
  public static final int LIMIT = 10_000;

  /// How long they may be together, as JSON.
  public static final int LIMIT_BYTES = 1024 * 1024;

  /// There is no room for it.
  public static final class FullException extends Exception {
    private static final long serialVersionUID = 1;

    FullException() {
      super("%d todos or %d bytes are there already".formatted(LIMIT, LIMIT_BYTES));
    }
  }

  private static final int SEEDED = 50;

  private final TreeMap<Integer, byte[]> todos = new TreeMap<>();
  private int lastId;
  private int bytes;

  /// A store with fifty todos.
  public TodoStore() {
    for (int id = 1; id <= SEEDED; id++) {
      byte[] json = new Todo(id, "todo " + id, false).toJson();
      todos.put(id, json);
      bytes += json.length;
    }
    lastId = SEEDED;
  }

  /// All of them as a JSON array.
  public synchronized byte[] list() {
    JsonBytes json = new JsonBytes(bytes + Math.max(2, todos.size() + 1));
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
  /// @return what was stored
  /// @throws FullException when there is no room for it
  public synchronized Todo create(TodoDraft draft) throws FullException {
    if (todos.size() >= LIMIT) {
      throw new FullException();
    }
    Todo todo = new Todo(lastId + 1, draft.title(), draft.done());
    put(todo);
    lastId++;
    return todo;
  }

  /// Replaces one.
  ///
  /// @return its JSON, or nothing when there is no such todo
  /// @throws FullException when there is no room for it
  public synchronized Optional<byte[]> update(int id, TodoDraft draft) throws FullException {
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

  private byte[] put(Todo todo) throws FullException {
    byte[] json = todo.toJson();
    byte[] before = todos.get(todo.id());
    int total = bytes + json.length - (before == null ? 0 : before.length);
    if (total > LIMIT_BYTES) {
      throw new FullException();
    }
    todos.put(todo.id(), json);
    bytes = total;
    return json;
  }
}
