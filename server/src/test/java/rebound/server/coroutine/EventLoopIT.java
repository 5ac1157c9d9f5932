package rebound.server.coroutine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.xnio.OptionMap;
import org.xnio.Options;
import org.xnio.Xnio;
import org.xnio.XnioWorker;

/// Two loops over real I/O threads: where a task runs, and after what.
final class EventLoopIT {
  private static XnioWorker worker;
  private static EventLoop loop;
  private static EventLoop other;

  @BeforeAll
  static void start() throws IOException {
    worker =
        Xnio.getInstance()
            .createWorker(OptionMap.builder().set(Options.WORKER_IO_THREADS, 2).getMap());
    loop = new EventLoop(worker.getIoThread(0));
    other = new EventLoop(worker.getIoThread(1));
  }

  @AfterAll
  static void stop() {
    worker.shutdownNow();
  }

  @Test
  void tasksOfAnOwnCoroutineRunOnTheLoopsThreadInOrderOnceItWaits() {
    List<String> order = new CopyOnWriteArrayList<>();
    AtomicBoolean woken = new AtomicBoolean();
    start(
        loop,
        () -> {
          Thread coroutine = Thread.currentThread();
          loop.execute(() -> order.add(Thread.currentThread().getName()));
          loop.execute(() -> order.add("second"));
          loop.execute(
              () -> {
                woken.set(true);
                LockSupport.unpark(coroutine);
              });
          order.add("before the wait");
          while (!woken.get()) {
            LockSupport.park(woken);
          }
          order.add("after the wait");
        });
    await().until(() -> order.size() == 4);
    assertThat(order)
        .containsExactly("before the wait", loop.thread().getName(), "second", "after the wait");
  }

  @Test
  void aTaskOfAnOwnCoroutineRunsWhenTheCoroutineEnds() {
    List<String> order = new CopyOnWriteArrayList<>();
    start(
        loop,
        () -> {
          loop.execute(() -> order.add("task"));
          order.add("end");
        });
    await().until(() -> order.size() == 2);
    assertThat(order).containsExactly("end", "task");
  }

  /// The queue's lock is shared with the loop and with the thread that accepts: a coroutine that
  /// took it was given it while its loop waited for it, and the server was silent for ever.
  @Test
  void aTaskOfAnOwnCoroutinePassesByTheQueueOfTheIoThread() {
    List<String> order = new CopyOnWriteArrayList<>();
    start(
        loop,
        () -> {
          loop.thread().execute(() -> order.add("by the queue"));
          loop.execute(() -> order.add("by the loop"));
        });
    await().until(() -> order.size() == 2);
    assertThat(order).containsExactly("by the loop", "by the queue");
  }

  @Test
  void aTaskFromAnotherThreadRunsOnTheLoopsThread() {
    List<Thread> where = new CopyOnWriteArrayList<>();
    loop.execute(() -> where.add(Thread.currentThread()));
    await().until(() -> !where.isEmpty());
    assertThat(where).containsExactly(loop.thread());
  }

  @Test
  void aTaskOfAnotherLoopsCoroutineRunsOnTheLoopsThread() {
    List<Thread> where = new CopyOnWriteArrayList<>();
    start(other, () -> loop.execute(() -> where.add(Thread.currentThread())));
    await().until(() -> !where.isEmpty());
    assertThat(where).containsExactly(loop.thread());
  }

  @Test
  void manyTasksFromEverywhereAllRunOnTheLoopsThread() {
    int each = 10_000;
    AtomicInteger ran = new AtomicInteger();
    AtomicInteger astray = new AtomicInteger();
    Runnable many =
        () -> {
          for (int i = 0; i < each; i++) {
            loop.execute(
                () -> (Thread.currentThread() == loop.thread() ? ran : astray).incrementAndGet());
            if (i % 100 == 0) {
              LockSupport.parkNanos(1_000);
            }
          }
        };
    for (int i = 0; i < 10; i++) {
      start(loop, many);
      start(other, many);
    }
    Thread.ofPlatform().start(many);
    Thread.ofVirtual().start(many);
    await().until(() -> ran.get() + astray.get() == 22 * each);
    assertThat(astray).hasValue(0);
  }

  @Test
  void aTaskThatThrowsTakesNoneBehindItAlong() {
    AtomicBoolean ran = new AtomicBoolean();
    start(
        loop,
        () -> {
          loop.execute(
              () -> {
                throw new IllegalStateException("meant by the test");
              });
          loop.execute(() -> ran.set(true));
        });
    await().untilTrue(ran);
  }

  private static void start(EventLoop on, Runnable body) {
    on.execute(() -> on.coroutine(body));
  }
}
