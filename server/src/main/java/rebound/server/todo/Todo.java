package rebound.server.todo;

import rebound.server.json.JsonBytes;

/// One thing to do.
///
/// @param id its number, from 1
/// @param title what is to be done
/// @param done whether it is
public record Todo(int id, String title, boolean done) {
  static final int LONGEST_TITLE = 1_000;

  /// Refuses titles that are empty or too long.
  public Todo {
    if (title.isBlank() || title.length() > LONGEST_TITLE) {
      throw new IllegalArgumentException(
          "title: %d characters; use 1 to %d, not all blank"
              .formatted(title.length(), LONGEST_TITLE));
    }
  }

  /// As JSON.
  public byte[] toJson() {
    return new JsonBytes(48 + title.length() * 6)
        .raw("{\"id\":")
        .number(id)
        .raw(",\"title\":")
        .string(title)
        .raw(",\"done\":")
        .raw(done ? "true}" : "false}")
        .toBytes();
  }
}
