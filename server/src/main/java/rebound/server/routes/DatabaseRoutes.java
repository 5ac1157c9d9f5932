package rebound.server.routes;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import rebound.server.database.Answer;
import rebound.server.database.Call;
import rebound.server.database.Commands;
import rebound.server.json.JsonBytes;
import rebound.server.wire.Reply;

/// Routes that ask the database: `/one`, `/three` and `/all`.
final class DatabaseRoutes {
  private static final int MOST_AT_ONCE = 1_000;
  private static final int MOST_DELAY_CHARACTERS = 16;
  private static final Reply NO_DATABASE =
      Reply.problem(503, "this server has no database; start it with --database HOST:PORT");
  private static final Reply BAD_DELAY =
      Reply.problem(400, "delay must be milliseconds, a decimal number from 0 to 600000");
  private static final Reply BAD_COUNT =
      Reply.problem(400, "n must be an integer from 1 to " + MOST_AT_ONCE);

  private DatabaseRoutes() {}

  /// Calls in sequence, each waited for before the next.
  static Handling inSequence(int count) {
    return new Handling.Asking(
        new Handling.Waits() {
          @Override
          public Reply answer(Request request) {
            Reply complaint = complaint(request);
            if (complaint != null) {
              return complaint;
            }
            Answer[] answers = new Answer[count];
            for (int i = 0; i < count; i++) {
              answers[i] = request.send(call(request)).await();
              if (!(answers[i] instanceof Answer.Value)) {
                return failure(answers[i]);
              }
            }
            return values(answers);
          }

          @Override
          public void answer(Request request, Consumer<Reply> then) {
            Reply complaint = complaint(request);
            if (complaint != null) {
              then.accept(complaint);
            } else {
              next(request, new Answer[count], 0, then);
            }
          }
        });
  }

  private static void next(Request request, Answer[] answers, int index, Consumer<Reply> then) {
    Call call = call(request);
    whenSettled(
        request,
        call,
        () -> {
          answers[index] = call.answer();
          if (!(answers[index] instanceof Answer.Value)) {
            then.accept(failure(answers[index]));
          } else if (index + 1 == answers.length) {
            then.accept(values(answers));
          } else {
            next(request, answers, index + 1, then);
          }
        });
    request.lane().database().sendHere(call);
  }

  /// Calls all at once: what `Promise.all` is elsewhere.
  static Handling atOnce() {
    return new Handling.Asking(
        new Handling.Waits() {
          @Override
          public Reply answer(Request request) {
            Reply complaint = complaint(request);
            int count = count(request);
            if (complaint != null || count == 0) {
              return complaint != null ? complaint : BAD_COUNT;
            }
            List<Call> calls = new ArrayList<>(count);
            for (int i = 0; i < count; i++) {
              calls.add(request.send(call(request)));
            }
            Answer[] answers = new Answer[count];
            for (int i = 0; i < count; i++) {
              answers[i] = calls.get(i).await();
            }
            return together(answers);
          }

          @Override
          public void answer(Request request, Consumer<Reply> then) {
            Reply complaint = complaint(request);
            int count = count(request);
            if (complaint != null || count == 0) {
              then.accept(complaint != null ? complaint : BAD_COUNT);
            } else {
              gather(request, new Answer[count], then);
            }
          }
        });
  }

  private static void gather(Request request, Answer[] answers, Consumer<Reply> then) {
    int[] missing = {answers.length};
    for (int i = 0; i < answers.length; i++) {
      int index = i;
      Call call = call(request);
      whenSettled(
          request,
          call,
          () -> {
            answers[index] = call.answer();
            if (--missing[0] == 0) {
              then.accept(together(answers));
            }
          });
      request.lane().database().sendHere(call);
    }
  }

  private static Reply together(Answer[] answers) {
    for (Answer answer : answers) {
      if (!(answer instanceof Answer.Value)) {
        return failure(answer);
      }
    }
    return values(answers);
  }

  private static Reply complaint(Request request) {
    if (request.lane().database() == null) {
      return NO_DATABASE;
    }
    String delay = request.query("delay");
    return delay == null || isMillis(delay) ? null : BAD_DELAY;
  }

  private static void whenSettled(Request request, Call call, Runnable then) {
    call.whenSettled(() -> request.run(then));
  }

  private static Call call(Request request) {
    String delay = request.query("delay");
    return delay == null
        ? new Call(Commands.get(request.lane().nextKey()), request.deadlineNanos(), 0)
        : new Call(
            Commands.delay(delay),
            request.deadlineNanos(),
            (long) (Double.parseDouble(delay) * 1_000_000));
  }

  /// Digits with at most one point among them, not over ten minutes.
  static boolean isMillis(String text) {
    int points = 0;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '.') {
        points++;
      } else if (c < '0' || c > '9') {
        return false;
      }
    }
    return text.length() > points
        && points <= 1
        && text.length() <= MOST_DELAY_CHARACTERS
        && Double.parseDouble(text) <= 600_000;
  }

  private static int count(Request request) {
    String text = request.query("n");
    if (text == null) {
      return 3;
    }
    try {
      int count = Integer.parseInt(text);
      return count >= 1 && count <= MOST_AT_ONCE ? count : 0;
    } catch (NumberFormatException e) {
      return 0;
    }
  }

  private static Reply values(Answer[] answers) {
    JsonBytes json = new JsonBytes(32 * answers.length + 16);
    String separator = "{\"values\":[";
    for (Answer answer : answers) {
      json.raw(separator).string(((Answer.Value) answer).text());
      separator = ",";
    }
    return Reply.json(json.raw("]}").toBytes());
  }

  private static Reply failure(Answer answer) {
    return switch (answer) {
      case Answer.Refused(String message) ->
          Reply.problem(502, "the database answered with an error: " + message);
      case Answer.Unreachable(String reason) ->
          Reply.problem(502, "the database cannot be reached: " + reason);
      case Answer.Crowded() ->
          Reply.problem(503, "too many calls wait for the database").with("Retry-After", "1");
      case Answer.Late() -> Reply.problem(504, "the database did not answer within the deadline");
      case Answer.Value(String text) ->
          throw new IllegalStateException("a value is no failure: " + text);
    };
  }
}
