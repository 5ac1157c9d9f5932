package rebound.server.routes;

import java.util.function.Consumer;
import rebound.server.wire.Reply;

/// How a route makes its answer.
sealed interface Handling {
  /// Never waits: runs on the loop itself.
  non-sealed interface Direct extends Handling {
    Reply answer(Request request);
  }

  /// Waits for others. Written twice, since continuations are written otherwise.
  interface Waits {
    /// The answer, by waiting for it.
    Reply answer(Request request);

    /// The answer, by continuations on the loop.
    void answer(Request request, Consumer<Reply> then);
  }

  /// A route that waits for the database, behind the database's gate.
  ///
  /// @param waits its two forms
  record Waiting(Waits waits) implements Handling {}

  /// A route that gives its thread back and waits for nobody else: no gate would make it cheaper.
  ///
  /// @param waits its two forms
  record Yielding(Waits waits) implements Handling {}

  /// Leaves HTTP behind.
  ///
  /// @param socket takes the connection over
  record Upgrade(EchoSocket socket) implements Handling {}

  /// Computes for long, behind the processor's gate: takes turns with the loop's other work.
  ///
  /// @param direct makes the answer
  record Computing(Direct direct) implements Handling {}
}
