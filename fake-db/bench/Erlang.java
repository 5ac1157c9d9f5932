import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.PriorityQueue;
import java.util.Random;
import java.util.concurrent.locks.LockSupport;

/// Poisson arrivals at a fake database with a few slots, each query with an exponential time of its
/// own: the mean wait before the slots, beside that of the same arrivals and times in an ideal queue,
/// and beside Erlang's formula. The formula holds for endless samples: at 95 % the mean of one of
/// this length is off by some 30 % by chance, which the ideal queue shares and the ratio does not.
/// With ten slots nobody waits at half use: two slots there, and more queries.
///
/// java fake-db/bench/Erlang.java REDIS_PORT CONTROL_PORT SECONDS
public final class Erlang {
  private static final double[] USES = {.5, .8, .95};
  private static final int[] SLOTS = {2, 10, 10};
  private static final int[] TIMES = {3, 1, 1};
  private static final double SERVICE_SECONDS = 0.02;

  private Erlang() {}

  public static void main(String[] arguments) throws Exception {
    int port = Integer.parseInt(arguments[0]);
    System.out.println(" use  slots   queries   mean wait ms   ideal ms   ratio   Erlang ms");
    put(arguments[1], "/capacity", "{servers: 100, queue: 100000}");
    wait(port, new Sample(500, 2_000));
    for (int i = 0; i < USES.length; i++) {
      double use = USES[i];
      int slots = SLOTS[i];
      put(arguments[1], "/capacity", "{servers: " + slots + ", queue: 100000}");
      double rate = use * slots / SERVICE_SECONDS;
      int queries = (int) (rate * TIMES[i] * Integer.parseInt(arguments[2]));
      Sample sample = new Sample(rate, queries);
      double wait = wait(port, sample);
      double ideal = sample.idealWait(slots);
      double expected = erlangC(slots, use * slots) * SERVICE_SECONDS / (slots * (1 - use));
      System.out.printf(
          "%3.0f%% %6d %9d %14.3f %10.3f %7.3f %11.3f%n",
          100 * use, slots, queries, 1e3 * wait, 1e3 * ideal, wait / ideal, 1e3 * expected);
    }
  }

  private static void put(String controlPort, String path, String body) throws Exception {
    HttpClient.newHttpClient()
        .send(
            HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + controlPort + path))
                .PUT(HttpRequest.BodyPublishers.ofString(body))
                .build(),
            HttpResponse.BodyHandlers.ofString());
  }

  /// When queries arrive and how long each takes, in nanoseconds.
  private record Sample(long[] planned, long[] service) {
    Sample(double rate, int queries) {
      this(new long[queries], new long[queries]);
      Random random = new Random(1);
      double at = 0;
      for (int i = 0; i < queries; i++) {
        at -= Math.log(1 - random.nextDouble()) / rate;
        planned[i] = (long) (at * 1e9);
        // Whole microseconds, as the query's text says it.
        service[i] = Math.round(-Math.log(1 - random.nextDouble()) * SERVICE_SECONDS * 1e6) * 1_000;
      }
    }

    /// The mean wait in seconds before ideal slots, first come, first served.
    double idealWait(int slots) {
      PriorityQueue<Long> free = new PriorityQueue<>();
      double sum = 0;
      for (int i = 0; i < planned.length; i++) {
        long begin = free.size() < slots ? planned[i] : Math.max(planned[i], free.remove());
        sum += begin - planned[i];
        free.add(begin + service[i]);
      }
      return sum / planned.length / 1e9;
    }
  }

  /// From the planned arrival to the answer, without the query's own time. Each query has a
  /// connection to itself while it waits: answers of one connection keep their order, which would
  /// add waiting that is not the queue's.
  private static double wait(int port, Sample sample) throws Exception {
    int connections = 600;
    int queries = sample.planned().length;
    double[] sums = new double[connections];
    Socket[] sockets = new Socket[connections];
    Thread[] readers = new Thread[connections];
    long start = System.nanoTime() + 200_000_000;
    for (int c = 0; c < connections; c++) {
      sockets[c] = new Socket("127.0.0.1", port);
      sockets[c].setTcpNoDelay(true);
      int connection = c;
      readers[c] =
          Thread.ofVirtual()
              .start(() -> sums[connection] = read(sockets[connection], connection, connections, sample, start));
    }
    for (int i = 0; i < queries; i++) {
      long left = start + sample.planned()[i] - System.nanoTime();
      if (left > 0) {
        LockSupport.parkNanos(left);
      }
      sockets[i % connections]
          .getOutputStream()
          .write(
              String.format(Locale.ROOT, "DELAY %.3f\r\n", sample.service()[i] / 1e6)
                  .getBytes(StandardCharsets.US_ASCII));
    }
    double sum = 0;
    for (int c = 0; c < connections; c++) {
      readers[c].join();
      sockets[c].close();
      sum += sums[c];
    }
    return sum / queries / 1e9;
  }

  private static double read(
      Socket socket, int connection, int connections, Sample sample, long start) {
    double sum = 0;
    try {
      InputStream in = new BufferedInputStream(socket.getInputStream());
      for (int i = connection; i < sample.planned().length; i += connections) {
        // A bulk string: a line with its length, and a line.
        for (int lines = 0; lines < 2; ) {
          int next = in.read();
          if (next < 0) {
            throw new EOFException("the database hung up");
          }
          lines += next == '\n' ? 1 : 0;
        }
        sum += System.nanoTime() - start - sample.planned()[i] - sample.service()[i];
      }
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
    return sum;
  }

  private static double erlangC(int servers, double load) {
    double blocking = 1;
    for (int k = 1; k <= servers; k++) {
      blocking = load * blocking / (k + load * blocking);
    }
    return blocking / (1 - load / servers * (1 - blocking));
  }
}
