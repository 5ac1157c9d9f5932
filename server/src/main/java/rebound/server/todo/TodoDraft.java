package rebound.server.todo;

import rebound.server.json.MalformedJsonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;

/// What a client may say of a todo.
///
/// @param title what is to be done
/// @param done whether it is, false where the client does not say
public record TodoDraft(String title, boolean done) {
  /// Refuses titles that are empty or too long.
  public TodoDraft {
    new Todo(1, title, done);
  }

  /// Reads a draft from JSON: an object with `title`, `done` and, ignored, `id`.
  ///
  /// @param json a parser before its first token
  /// @throws MalformedJsonException when a field is missing, unknown or of a wrong type
  public static TodoDraft read(JsonParser json) {
    if (json.nextToken() != JsonToken.START_OBJECT) {
      throw new MalformedJsonException("a todo is an object with title and done");
    }
    String title = null;
    boolean done = false;
    while (json.nextToken() != JsonToken.END_OBJECT) {
      String name = json.currentName();
      JsonToken value = json.nextToken();
      switch (name) {
        case "title" -> title = title(json, value);
        case "done" -> done = done(value);
        case "id" -> need(value == JsonToken.VALUE_NUMBER_INT, "id", "an integer");
        default ->
            throw new MalformedJsonException(
                "a todo has title and done, nothing else by a name of "
                    + name.length()
                    + " characters");
      }
    }
    need(title != null, "title", "there");
    return new TodoDraft(title, done);
  }

  private static String title(JsonParser json, JsonToken value) {
    need(value == JsonToken.VALUE_STRING, "title", "a string");
    need(
        json.getStringLength() <= Todo.LONGEST_TITLE,
        "title",
        "at most " + Todo.LONGEST_TITLE + " characters long");
    String title = json.getString();
    need(!title.isBlank(), "title", "more than blanks");
    return title;
  }

  private static boolean done(JsonToken value) {
    need(value == JsonToken.VALUE_TRUE || value == JsonToken.VALUE_FALSE, "done", "true or false");
    return value == JsonToken.VALUE_TRUE;
  }

  private static void need(boolean held, String field, String what) {
    if (!held) {
      throw new MalformedJsonException(field + " must be " + what);
    }
  }
}
