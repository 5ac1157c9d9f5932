package rebound.soak.overload;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.locks.LockSupport;
import rebound.chaos.load.Endpoint;

/// A small real server with one worker of a known rate and a policy for what waits before it. It
/// does not learn that a client has gone.
final class PolicyServer implements AutoCloseable {
  private static final byte[] OK = bytes("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n");
  private static final byte[] SHED =
      bytes("HTTP/1.1 503 Busy\r\nRetry-After: 1\r\nContent-Length: 0\r\n\r\n");
  private static final int MOST_WAITING = 25;

  /// What is done with requests that have to wait.
  enum Policy {
    /// First in, first out, without a bound.
    FIFO,
    /// At most 25 wait, the rest is refused at once.
    LIMIT,
    /// Newest first, and whoever has waited past the deadline is refused.
    LIFO_DEADLINE
  }

  private record Job(Socket socket, long sinceNanos) {}

  private final Policy policy;
  private final long serviceNanos;
  private final long deadlineNanos;
  private final ServerSocket listener;
  private final Deque<Job> waiting = new ArrayDeque<>();
  private final Thread worker;
  private final Thread acceptor;
  private volatile int slowness = 1;

  /// Starts it on a free port.
  ///
  /// @param perSecond what the worker serves
  PolicyServer(Policy policy, double perSecond, long deadlineMillis) throws IOException {
    this.policy = policy;
    this.serviceNanos = Math.round(1e9 / perSecond);
    this.deadlineNanos = deadlineMillis * 1_000_000;
    this.listener = new ServerSocket(0, 1_000, InetAddress.getLoopbackAddress());
    this.worker = Thread.ofPlatform().name("policy-worker").daemon().start(this::work);
    this.acceptor = Thread.ofVirtual().name("policy-acceptor").start(this::accept);
  }

  Endpoint endpoint() {
    return Endpoint.http("127.0.0.1", listener.getLocalPort());
  }

  /// From now on each request takes so many times as long.
  void slowDown(int factor) {
    slowness = factor;
  }

  /// True when nothing waits.
  boolean idle() {
    synchronized (waiting) {
      return waiting.isEmpty();
    }
  }

  private void accept() {
    while (!listener.isClosed()) {
      try {
        Socket socket = listener.accept();
        Thread.ofVirtual().start(() -> read(socket));
      } catch (IOException closed) {
        return;
      }
    }
  }

  private void read(Socket socket) {
    try (socket) {
      InputStream in = new BufferedInputStream(socket.getInputStream());
      int matched = 0;
      for (int next = in.read(); next >= 0; next = in.read()) {
        matched = next == "\r\n\r\n".charAt(matched) ? matched + 1 : next == '\r' ? 1 : 0;
        if (matched == 4) {
          matched = 0;
          enter(new Job(socket, System.nanoTime()));
        }
      }
    } catch (IOException gone) {
      // The client gave up: its request stays where it is, as the server does not learn of it.
    }
  }

  private void enter(Job job) {
    boolean full;
    synchronized (waiting) {
      full = policy == Policy.LIMIT && waiting.size() >= MOST_WAITING;
      if (!full) {
        waiting.addLast(job);
        waiting.notifyAll();
      }
    }
    if (full) {
      answer(job, SHED);
    }
  }

  /// Keeps its rate by planned times, however late a thread wakes up; an idle time is not made up
  /// for.
  private void work() {
    long free = System.nanoTime();
    try {
      while (true) {
        Job job = next();
        if (policy == Policy.LIFO_DEADLINE
            && System.nanoTime() - job.sinceNanos() > deadlineNanos) {
          answer(job, SHED);
          continue;
        }
        long now = System.nanoTime();
        long took = serviceNanos * slowness;
        // Up to half a second of oversleeping is made up for.
        free = Math.max(free, now - 500_000_000L) + took;
        free = Math.max(free, job.sinceNanos() + took);
        while (System.nanoTime() < free) {
          LockSupport.parkNanos(free - System.nanoTime());
          if (Thread.interrupted()) {
            return;
          }
        }
        answer(job, OK);
      }
    } catch (InterruptedException closed) {
      // The end of the server.
    }
  }

  private Job next() throws InterruptedException {
    synchronized (waiting) {
      while (waiting.isEmpty()) {
        waiting.wait();
      }
      return policy == Policy.LIFO_DEADLINE ? waiting.removeLast() : waiting.removeFirst();
    }
  }

  private static void answer(Job job, byte[] response) {
    try {
      job.socket().getOutputStream().write(response);
    } catch (IOException gone) {
      // The client gave up long ago.
    }
  }

  @Override
  public void close() throws IOException {
    listener.close();
    worker.interrupt();
    acceptor.interrupt();
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }
}
