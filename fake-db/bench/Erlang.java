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

/// Poisson arrivals at a fake database with ten slots of exponential service: the mean time in
/// excess of the service, beside Erlang's formula.
///
/// java fake-db/bench/Erlang.java REDIS_PORT CONTROL_PORT SECONDS
public final class Erlang {
  private static final int SLOTS = 10;
  private static final double SERVICE_SECONDS = 0.02;

  private Erlang() {}

  public static void main(String[] arguments) throws Exception {
    int port = Integer.parseInt(arguments[0]);
    put(arguments[1], "/latency", "{exponential: {mean: 20ms}}");
    System.out.println(" use   queries   mean wait ms   Erlang ms   ratio");
    for (double use : new double[] {.5, .8, .95}) {
      put(arguments[1], "/capacity", "{servers: " + SLOTS + ", queue: 100000}");
      double rate = use * SLOTS / SERVICE_SECONDS;
      int queries = (int) (rate * Integer.parseInt(arguments[2]));
      double wait = meanResponse(port, rate, queries) - SERVICE_SECONDS;
      double expected = erlangC(SLOTS, use * SLOTS) * SERVICE_SECONDS / (SLOTS * (1 - use));
      System.out.printf(
          "%3.0f%% %9d %14.3f %11.3f %7.3f%n",
          100 * use, queries, 1e3 * wait, 1e3 * expected, wait / expected);
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
