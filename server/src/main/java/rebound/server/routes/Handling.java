package rebound.server.routes;

import java.util.function.Consumer;
import rebound.server.wire.Reply;

/// How a route makes its answer.
sealed interface Handling {
  /// Begins a request; its answer is sent when it is there.
  ///
  /// @param request the request, on its loop
  /// @param waiting runs what does not answer at once
  void begin(Request request, Waiting waiting);

  /// Makes an answer without waiting.
  interface Answerer {
    Reply answer(Request request);
  }

  /// Makes an answer by waiting for others. Written twice, since continuations are written
  /// otherwise.
  interface Waits {
    /// The answer, by waiting for it.
    Reply answer(Request request);

    /// The answer, by continuations on the loop.
    void answer(Request request, Consumer<Reply> then);
  }

  /// Never waits: runs on the loop itself.
  ///
  /// @param answerer makes the answer
  record Direct(Answerer answerer) implements Handling {
    @Override
    public void begin(Request request, Waiting waiting) {
      request.lane().send(request, request.answerOf(answerer));
    }
  }

  /// Waits for the database, behind the database's gate.
  ///
  /// @param waits its two forms
  record Asking(Waits waits) implements Handling {
    @Override
    public void begin(Request request, Waiting waiting) {
      request.stay();
      request.enter(request.lane().databaseGate(), () -> waiting.run(request, waits));
    }
  }

  /// Gives its thread back and waits for nobody else: no gate would make it cheaper.
  ///
  /// @param waits its two forms
  record Yielding(Waits waits) implements Handling {
    @Override
    public void begin(Request request, Waiting waiting) {
      request.stay();
      request.run(() -> waiting.run(request, waits));
    }
  }

  /// Computes for long, behind the processor's gate: takes turns with the loop's other work.
  ///
  /// @param answerer makes the answer
  record Computing(Answerer answerer) implements Handling {
    @Override
    public void begin(Request request, Waiting waiting) {
      request.stay();
      request.enter(request.lane().processorGate(), () -> waiting.compute(request, answerer));
    }
  }

  /// Leaves HTTP behind.
  ///
  /// @param socket takes the connection over
  record Upgrade(EchoSocket socket) implements Handling {
    @Override
    public void begin(Request request, Waiting waiting) {
      try {
        Reply reply = socket.upgrade(request.exchange(), request.lane().scratch());
        if (reply != null) {
          request.lane().send(request, reply);
        } else {
          request.lane().counters().count(request.endpoint(), EchoSocket.SWITCHING);
        }
      } catch (Exception | Error e) {
        request.lane().send(request, Waiting.bug(e).thenClose());
      }
    }
  }
}
