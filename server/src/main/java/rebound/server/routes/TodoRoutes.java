package rebound.server.routes;

import rebound.server.json.Json;
import rebound.server.todo.Todo;
import rebound.server.todo.TodoDraft;
import rebound.server.todo.TodoStore;
import rebound.server.wire.Reply;

/// The todo API.
final class TodoRoutes {
  static final String PREFIX = "/todos/";
  private static final Reply UNKNOWN = Reply.problem(404, "there is no todo with this id");

  private final TodoStore store = new TodoStore();

  Reply list(Request request) {
    return Reply.json(store.list());
  }

  Reply create(Request request) {
    TodoDraft draft = Json.read(request.body(), TodoDraft::read);
    try {
      Todo todo = store.create(draft);
      return Reply.json(201, todo.toJson()).with("Location", PREFIX + todo.id());
    } catch (TodoStore.FullException full) {
      return full(full);
    }
  }

  Reply read(Request request) {
    return store.read(id(request)).map(Reply::json).orElse(UNKNOWN);
  }

  Reply update(Request request) {
    TodoDraft draft = Json.read(request.body(), TodoDraft::read);
    try {
      return store.update(id(request), draft).map(Reply::json).orElse(UNKNOWN);
    } catch (TodoStore.FullException full) {
      return full(full);
    }
  }

  private static Reply full(TodoStore.FullException why) {
    return Reply.problem(409, why.getMessage() + "; delete one first");
  }

  Reply delete(Request request) {
    return store.delete(id(request)) ? Reply.empty(204) : UNKNOWN;
  }

  /// The id in the path; 0, which no todo has, where it is none.
  private static int id(Request request) {
    String path = request.path();
    int value = 0;
    if (path.length() > PREFIX.length() + 9) {
      return 0;
    }
    for (int i = PREFIX.length(); i < path.length(); i++) {
      int digit = path.charAt(i) - '0';
      if (digit < 0 || digit > 9) {
        return 0;
      }
      value = value * 10 + digit;
    }
    return value;
  }
}
