package rebound.server;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/// A database for tests: answers `GET` at once and `DELAY ms` after its time, in order, each delay
/// from its own arrival.
public final class RespStub implements AutoCloseable {
  private final ServerSocket listener;
  private final Set<Socket> open = ConcurrentHashMap.newKeySet();
  private final AtomicInteger queries = new AtomicInteger();

  private final AtomicInteger mostAtOnce = new AtomicInteger();

  private record Due(long nanos, String answer) {}

  public RespStub() throws IOException {
    listener = new ServerSocket(0, 1_000, InetAddress.getLoopbackAddress());
    Thread.ofVirtual().start(this::accept);
  }

  public String address() {
    return "127.0.0.1:" + listener.getLocalPort();
  }

  public int connections() {
    return open.size();
  }

  public int queries() {
    return queries.get();
  }

  /// How many queries one connection has carried at once.
  public int mostAtOnce() {
    return mostAtOnce.get();
  }

  /// Breaks every connection.
  public void dropConnections() throws IOException {
    for (Socket socket : open) {
      socket.close();
    }
  }

  @Override
  public void close() throws IOException {
    listener.close();
    dropConnections();
  }

  private void accept() {
    try {
      while (true) {
        Socket socket = listener.accept();
        socket.setTcpNoDelay(true);
        open.add(socket);
        Thread.ofVirtual().start(() -> serve(socket));
      }
    } catch (IOException e) {
      // The stub was closed.
      assert listener.isClosed();
    }
  }

  private void serve(Socket socket) {
    BlockingQueue<Due> answers = new LinkedBlockingQueue<>();
    try (socket) {
      OutputStream out = socket.getOutputStream();
      AtomicInteger atOnce = new AtomicInteger();
      Thread.ofVirtual().start(() -> answer(answers, out, atOnce));
      InputStream in = new BufferedInputStream(socket.getInputStream());
      while (true) {
        List<String> command = command(in);
        queries.incrementAndGet();
        mostAtOnce.accumulateAndGet(atOnce.incrementAndGet(), Math::max);
        answers.add(due(command));
      }
    } catch (IOException e) {
      open.remove(socket);
    }
  }

  private static Due due(List<String> command) {
    long now = System.nanoTime();
    return switch (command.getFirst()) {
      case "GET" -> new Due(now, "$5\r\nvalue\r\n");
      case "DELAY" ->
          new Due(now + (long) (Double.parseDouble(command.get(1)) * 1e6), "$4\r\nlate\r\n");
      default -> new Due(now, "-ERR unknown command\r\n");
    };
  }

  private static void answer(BlockingQueue<Due> answers, OutputStream out, AtomicInteger atOnce) {
    try {
      while (true) {
        Due due = answers.take();
        long left = due.nanos() - System.nanoTime();
        if (left > 0) {
          TimeUnit.NANOSECONDS.sleep(left);
        }
        atOnce.decrementAndGet();
        out.write(due.answer().getBytes(UTF_8));
      }
    } catch (IOException e) {
      // Whoever asked has gone, as servers in tests do while answers are due.
      return;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static List<String> command(InputStream in) throws IOException {
    int count = Integer.parseInt(line(in).substring(1));
    List<String> words = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      int length = Integer.parseInt(line(in).substring(1));
      words.add(new String(in.readNBytes(length), UTF_8));
      line(in);
    }
    return words;
  }

  private static String line(InputStream in) throws IOException {
    StringBuilder line = new StringBuilder();
    for (int b = in.read(); b != '\n'; b = in.read()) {
      if (b < 0) {
        throw new IOException("closed");
      }
      if (b != '\r') {
        line.append((char) b);
      }
    }
    return line.toString();
  }
}
