import java.io.DataInputStream;
import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.concurrent.locks.LockSupport;

/// Asks a running fake database for delays and says how late the answers came: as its clients saw
/// it, network and both schedulers included, and as it measured itself.
///
/// java fake-db/bench/Overshoot.java REDIS_PORT CONTROL_PORT
public final class Overshoot {
  private final int redisPort;
  private final String control;
  private final HttpClient http = HttpClient.newHttpClient();

  private Overshoot(int redisPort, int controlPort) {
    this.redisPort = redisPort;
    this.control = "http://127.0.0.1:" + controlPort;
  }

  public static void main(String[] arguments) throws Exception {
    Overshoot bench = new Overshoot(Integer.parseInt(arguments[0]), Integer.parseInt(arguments[1]));
    bench.run(1, 1, 2_000, 1);
    System.out.println("overshoot in ms        as clients saw it      as it measured itself");
    System.out.println("delay  in flight     n   median     p99        median     p99   strict");
    bench.print(1, 1, 1_000, 1);
    bench.print(5, 1, 1_000, 1);
    bench.print(20, 4, 250, 1);
    bench.print(100, 20, 50, 1);
    bench.print(500, 50, 20, 1);
    bench.run(100, 100, 30, 100);
    bench.print(100, 100, 100, 100);
  }

  private void print(int millis, int connections, int rounds, int pipeline) throws Exception {
    LockSupport.parkNanos(500_000_000);
    send("POST", "/accuracy/reset");
    double[] seen = run(millis, connections, rounds, pipeline);
    String own = send("GET", "/accuracy");
    System.out.printf(
        "%5d %10d %6d %8.3f %8.3f    %8s %8s   %s%n",
        millis,
        connections * pipeline,
        seen.length,
        seen[seen.length / 2],
        seen[seen.length * 99 / 100],
        field(own, "medianMillis"),
        field(own, "p99Millis"),
        field(own, "strictVerdict"));
  }

  private static String field(String json, String name) {
    String value = json.replaceAll("(?s).*\"" + name + "\": \"?([^\",\n]+).*", "$1");
    return value.matches("[0-9.E-]+") ? "%.3f".formatted(Double.parseDouble(value)) : value;
  }

  private String send(String method, String path) throws Exception {
    return http.send(
            HttpRequest.newBuilder(URI.create(control + path))
                .method(method, HttpRequest.BodyPublishers.noBody())
                .build(),
            HttpResponse.BodyHandlers.ofString())
        .body();
  }

  /// Each connection sends its queries, waits for all their answers, and sends again; connections
  /// begin one after the other, spread over one delay. One sample is one round of one connection.
  private double[] run(int millis, int connections, int rounds, int pipeline) throws Exception {
    double[] overshoots = new double[connections * rounds];
    Thread[] threads = new Thread[connections];
    for (int c = 0; c < connections; c++) {
      int connection = c;
      threads[c] =
          Thread.ofPlatform()
              .start(
                  () -> {
                    LockSupport.parkNanos(millis * 1_000_000L * connection / connections);
                    one(millis, rounds, pipeline, overshoots, connection * rounds);
                  });
    }
    for (Thread thread : threads) {
      thread.join();
    }
    Arrays.sort(overshoots);
    return overshoots;
  }

  private void one(int millis, int rounds, int pipeline, double[] overshoots, int at) {
    byte[] queries =
        ("DELAY " + millis + "\r\n").repeat(pipeline).getBytes(StandardCharsets.US_ASCII);
    String text = "slept " + millis + " ms";
    int answerBytes = pipeline * ("$" + text.length() + "\r\n" + text + "\r\n").length();
    try (Socket socket = new Socket("127.0.0.1", redisPort)) {
      socket.setTcpNoDelay(true);
      DataInputStream in = new DataInputStream(socket.getInputStream());
      for (int i = 0; i < rounds; i++) {
        long start = System.nanoTime();
        socket.getOutputStream().write(queries);
        in.readNBytes(answerBytes);
        overshoots[at + i] = (System.nanoTime() - start) / 1e6 - millis;
      }
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }
}
