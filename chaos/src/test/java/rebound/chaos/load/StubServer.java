package rebound.chaos.load;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.function.LongUnaryOperator;
import rebound.chaos.loop.EventLoop;
import rebound.chaos.loop.Timer;

/// A server for tests that answers each request at an instant of its choice, and remembers when
/// each came and when its answer was written, so that a test can hold the driver's figures against
/// the truth. One thread; heads alone, no bodies.
final class StubServer implements AutoCloseable {
  private static final byte[] ANSWER =
      "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok".getBytes(StandardCharsets.US_ASCII);
  private static final int MOST = 1_000_000;

  private final EventLoop loop = new EventLoop("stub-server");
  private final ServerSocketChannel listener;
  private final LongUnaryOperator answerAt;
  private final long[] cameNanos = new long[MOST];
  private final long[] answeredNanos = new long[MOST];
  private final ByteBuffer input = ByteBuffer.allocateDirect(65_536);
  private int came;
  private int waiting;
  private int mostWaiting;

  /// Serves.
  ///
  /// @param answerAt from the instant a request came to the instant of its answer; called once a
  /// request, in the order they came
  StubServer(LongUnaryOperator answerAt) throws IOException {
    this.answerAt = answerAt;
    listener = ServerSocketChannel.open();
    listener.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 8192);
    listener.configureBlocking(false);
    loop.execute(
        () -> {
          // A source that is never due makes the loop keep time to the microsecond.
          loop.add(_ -> 900_000_000L);
          register(listener, SelectionKey.OP_ACCEPT, _ -> accept());
        });
  }

  /// Answers at once.
  static StubServer prompt() throws IOException {
    return new StubServer(came -> came);
  }

  private void register(
      java.nio.channels.SelectableChannel channel, int interest, EventLoop.Ready ready) {
    try {
      channel.register(loop.selector(), interest, ready);
      loop.changed();
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  private void accept() {
    try {
      for (SocketChannel channel = listener.accept();
          channel != null;
          channel = listener.accept()) {
        channel.configureBlocking(false);
        channel.setOption(java.net.StandardSocketOptions.TCP_NODELAY, true);
        register(channel, SelectionKey.OP_READ, new Guest(channel));
      }
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  /// One connection; answers in order.
  private final class Guest implements EventLoop.Ready, Timer.Alarm {
    private final SocketChannel channel;
    private final Timer timer = new Timer(this);
    private final ByteBuffer answer = ByteBuffer.allocateDirect(ANSWER.length).put(ANSWER);
    private int seen;
    private int number;

    Guest(SocketChannel channel) {
      this.channel = channel;
    }

    @Override
    public void ready(SelectionKey key) {
      try {
        input.clear();
        int length = channel.read(input);
        if (length < 0) {
          channel.close();
          loop.changed();
        }
        for (int i = 0; i < length; i++) {
          boolean fits = input.get(i) == (seen % 2 == 0 ? '\r' : '\n');
          seen = fits ? seen + 1 : input.get(i) == '\r' ? 1 : 0;
          if (seen == 4) {
            seen = 0;
            take();
          }
        }
      } catch (IOException e) {
        close();
      }
    }

    private void take() throws IOException {
      long now = System.nanoTime();
      number = came;
      cameNanos[came++] = now;
      mostWaiting = Math.max(mostWaiting, ++waiting);
      long due = answerAt.applyAsLong(now);
      if (due - now <= 0) {
        answer();
      } else {
        loop.set(timer, due);
      }
    }

    @Override
    public void ring(long nowNanos) {
      try {
        answer();
      } catch (IOException e) {
        close();
      }
    }

    private void answer() throws IOException {
      waiting--;
      answeredNanos[number] = System.nanoTime();
      answer.clear();
      channel.write(answer);
    }

    private void close() {
      try {
        channel.close();
      } catch (IOException e) {
        throw new IllegalStateException(e);
      }
    }
  }

  Endpoint endpoint() throws IOException {
    return Endpoint.http("127.0.0.1", ((InetSocketAddress) listener.getLocalAddress()).getPort());
  }

  /// Stops the clock of the server's thread for so long, beginning now.
  void freeze(long nanos) {
    loop.execute(
        () -> {
          long until = System.nanoTime() + nanos;
          while (until - System.nanoTime() > 0) {
            java.util.concurrent.locks.LockSupport.parkNanos(until - System.nanoTime());
          }
        });
  }

  /// When requests came; read after the traffic has ended.
  long[] came() {
    return Arrays.copyOf(cameNanos, came);
  }

  /// When their answers were written, in the same order.
  long[] answered() {
    return Arrays.copyOf(answeredNanos, came);
  }

  int mostWaiting() {
    return mostWaiting;
  }

  @Override
  public void close() {
    loop.close();
    try {
      listener.close();
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }
}
