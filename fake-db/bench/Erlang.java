import java.io.DataInputStream;
import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import java.util.concurrent.locks.LockSupport;

/// Poisson arrivals at a fake database with a few slots of exponential service: the mean time in
/// excess of the service, beside Erlang's formula. With ten slots nobody waits at half use, and the
/// sample's own mean service would be all that is seen: two slots there, and more queries.
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
    put(arguments[1], "/latency", "{exponential: {mean: 20ms}}");
    System.out.println(" use  slots   queries   mean wait ms   Erlang ms   ratio");
    put(arguments[1], "/capacity", "{servers: 100, queue: 100000}");
    meanResponse(port, 500, 2_000);
    for (int i = 0; i < USES.length; i++) {
      double use = USES[i];
      int slots = SLOTS[i];
      put(arguments[1], "/capacity", "{servers: " + slots + ", queue: 100000}");
      double rate = use * slots / SERVICE_SECONDS;
      int queries = (int) (rate * TIMES[i] * Integer.parseInt(arguments[2]));
      double wait = meanResponse(port, rate, queries) - SERVICE_SECONDS;
      double expected = erlangC(slots, use * slots) * SERVICE_SECONDS / (slots * (1 - use));
      System.out.printf(
          "%3.0f%% %6d %9d %14.3f %11.3f %7.3f%n",
          100 * use, slots, queries, 1e3 * wait, 1e3 * expected, wait / expected);
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

  /// From the planned arrival to the answer. Each query has a connection to itself while it waits:
  /// answers of one connection keep their order, which would add waiting that is not the queue's.
  private static double meanResponse(int port, double rate, int queries) throws Exception {
    int connections = 600;
    long[] planned = new long[queries];
    Random random = new Random(1);
    double at = 0;
    for (int i = 0; i < queries; i++) {
      at -= Math.log(1 - random.nextDouble()) / rate;
      planned[i] = (long) (at * 1e9);
    }
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
              .start(() -> sums[connection] = read(sockets[connection], connection, connections, planned, start));
    }
    for (int i = 0; i < queries; i++) {
      long left = start + planned[i] - System.nanoTime();
      if (left > 0) {
        LockSupport.parkNanos(left);
      }
      sockets[i % connections]
          .getOutputStream()
          .write(("GET key" + i + "\r\n").getBytes(StandardCharsets.US_ASCII));
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
      Socket socket, int connection, int connections, long[] planned, long start) {
    double sum = 0;
    try {
      DataInputStream in = new DataInputStream(socket.getInputStream());
      for (int i = connection; i < planned.length; i += connections) {
        in.readNBytes(5);
        sum += System.nanoTime() - start - planned[i];
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
