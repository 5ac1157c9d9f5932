package rebound.server.routes;

import io.undertow.util.SameThreadExecutor;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;
import java.util.function.Supplier;
import rebound.server.coroutine.Await;
import rebound.server.coroutine.EventLoop;
import rebound.server.wire.Reply;

/// Runs the handlers that wait, in the way that `--await` names. Their answers are always sent on
/// the connection's own loop.
final class Waiting {
  private final Await await;
  private final Executor threads;

  Waiting(Await wanted, boolean coroutinesOnLoops) {
    this.await =
        wanted instanceof Await.Coroutine && !coroutinesOnLoops
            ? new Await.CoroutinePool()
            : wanted;
    this.threads =
        switch (await) {
          case Await.Threads(int count) ->
              Executors.newFixedThreadPool(count, Thread.ofPlatform().name("await-", 1).factory());
          case Await.CoroutinePool _ -> Executors.newVirtualThreadPerTaskExecutor();
          case Await.Coroutine _, Await.Blocking _, Await.Callback _ -> null;
        };
  }

  /// Starts a handler; its answer is sent when it is there.
  void start(Request request, Handling.Waits waits) {
    request.exchange().dispatch(SameThreadExecutor.INSTANCE, () -> run(request, waits));
  }

  /// Runs what computes for long: on the loop in turns with its other work, or on the threads of
  /// the strategy.
  void compute(Request request, Supplier<Reply> work) {
    EventLoop loop = request.lane().loop();
    request
        .exchange()
        .dispatch(
            SameThreadExecutor.INSTANCE,
            () -> {
              switch (await) {
                case Await.Coroutine _, Await.Blocking _, Await.Callback _ ->
                    loop.inTurn(() -> request.lane().finish(request, work.get()));
                case Await.CoroutinePool _, Await.Threads _ ->
                    threads.execute(
                        () -> {
                          Reply reply = work.get();
                          loop.execute(() -> request.lane().finish(request, reply));
                        });
              }
            });
  }

  private void run(Request request, Handling.Waits waits) {
    Lane lane = request.lane();
    switch (await) {
      case Await.Coroutine _ ->
          lane.loop()
              .coroutine(
                  () -> {
                    Reply reply = guarded(request, waits);
                    lane.loop().afterwards(() -> lane.finish(request, reply));
                  });
      case Await.CoroutinePool _, Await.Threads _ ->
          threads.execute(
              () -> {
                Reply reply = guarded(request, waits);
                lane.loop().execute(() -> lane.finish(request, reply));
              });
      case Await.Blocking _ -> lane.finish(request, guarded(request, waits));
      case Await.Callback _ -> waits.answer(request, reply -> lane.finish(request, reply));
    }
  }

  private static Reply guarded(Request request, Handling.Waits waits) {
    try {
      return waits.answer(request);
    } catch (RuntimeException e) {
      return bug(e);
    }
  }

  /// The answer to a bug of our own: said with its trace, since nobody may cause it from outside.
  static Reply bug(Exception e) {
    System.err.println("a bug of the server's own; the request gets 500");
    e.printStackTrace();
    return Reply.problem(500, "a bug of the server's own; its log has the trace");
  }
}
