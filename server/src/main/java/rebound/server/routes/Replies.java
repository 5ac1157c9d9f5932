package rebound.server.routes;

import rebound.server.wire.BodyFailure;
import rebound.server.wire.BodyReader;
import rebound.server.wire.Reply;

/// The refusals that every route shares, built once: what is refused must cost next to nothing.
final class Replies {
  static final Reply NOT_FOUND = Reply.problem(404, "there is nothing at this path");
  static final Reply BUG = Reply.problem(500, "a bug of the server's own; its log has the trace");
  static final Reply LATE = Reply.problem(504, "the deadline has passed");

  private static final Reply TOO_LARGE =
      Reply.problem(413, "the body is over %d bytes".formatted(BodyReader.LIMIT_BYTES)).thenClose();
  private static final Reply NO_ROOM =
      Reply.problem(503, "too many bodies are on their way").with("Retry-After", "1");
  private static final Reply CUT_OFF =
      Reply.problem(400, "the body ended before its time").thenClose();
  private static final Reply TOO_SLOW =
      Reply.problem(408, "the body did not come within its time").thenClose();

  // Different times, so that those who were refused together do not come back together.
  private static final Reply[] SHED = {
    Reply.empty(503).with("Retry-After", "1"),
    Reply.empty(503).with("Retry-After", "2"),
    Reply.empty(503).with("Retry-After", "3")
  };
  private static int nextShed;

  private Replies() {}

  /// Turned away at a gate. The times take turns; a turn lost between two loops does no harm.
  static Reply shed() {
    int turn = nextShed;
    nextShed = turn == SHED.length - 1 ? 0 : turn + 1;
    return SHED[turn];
  }

  static Reply of(BodyFailure failure) {
    return switch (failure) {
      case TOO_LARGE -> TOO_LARGE;
      case NO_ROOM -> NO_ROOM;
      case CUT_OFF -> CUT_OFF;
      case TOO_SLOW -> TOO_SLOW;
    };
  }
}
