package rebound.server.routes;

import java.util.concurrent.Executor;
import java.util.concurrent.Executors;
import java.util.function.Supplier;
import rebound.server.coroutine.Await;
import rebound.server.coroutine.Await.Kind;
import rebound.server.coroutine.EventLoop;
import rebound.server.wire.Reply;

/// Runs the handlers that do not answer at once, in the way that `--await` names. Their answers are
/// always sent on the connection's own loop.
final class Waiting {
  private final Kind kind;
  private final Executor threads;

  Waiting(Await wanted, boolean coroutinesOnLoops) {
    this.kind =
        wanted.kind() == Kind.COROUTINE && !coroutinesOnLoops ? Kind.COROUTINE_POOL : wanted.kind();
    this.threads =
        switch (kind) {
          case THREADS ->
              Executors.newFixedThreadPool(
                  wanted.threads(), Thread.ofPlatform().name("await-", 1).factory());
          case COROUTINE_POOL -> Executors.newVirtualThreadPerTaskExecutor();
          case COROUTINE, BLOCKING, CALLBACK -> null;
        };
  }

  /// Runs a handler that waits.
  void run(Request request, Handling.Waits waits) {
    switch (kind) {
      case COROUTINE -> onCoroutine(request, waits);
      case COROUTINE_POOL, THREADS -> onThreads(request, () -> guarded(request, waits));
      case BLOCKING -> request.finish(guarded(request, waits));
      case CALLBACK -> waits.answer(request, request::finish);
    }
  }

  /// Runs what computes for long: on the loop in turns with its other work, or on the threads of
  /// the strategy.
  void compute(Request request, Handling.Answerer answerer) {
    switch (kind) {
      case COROUTINE, BLOCKING, CALLBACK ->
          request.lane().loop().inTurn(() -> request.finish(request.answerOf(answerer)));
      case COROUTINE_POOL, THREADS -> onThreads(request, () -> request.answerOf(answerer));
    }
  }

  private static void onCoroutine(Request request, Handling.Waits waits) {
    EventLoop loop = request.lane().loop();
    loop.coroutine(
        () -> {
          Reply reply = guarded(request, waits);
          loop.execute(() -> request.finish(reply));
        });
  }

  private void onThreads(Request request, Supplier<Reply> work) {
    threads.execute(
        () -> {
          Reply reply = work.get();
          request.lane().loop().execute(() -> request.finish(reply));
        });
  }

  private static Reply guarded(Request request, Handling.Waits waits) {
    try {
      return waits.answer(request);
    } catch (RuntimeException | Error e) {
      return bug(e);
    }
  }

  /// The answer to a bug of our own: said with its trace, since nobody may cause it from outside. A
  /// heap that is full ends the process before this (-XX:+ExitOnOutOfMemoryError).
  static Reply bug(Throwable e) {
    System.err.println("server: a bug of its own; the request gets 500");
    e.printStackTrace();
    return Replies.BUG;
  }
}
