package rebound.chaos.bench;

import java.io.PrintStream;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.HdrHistogram.Histogram;
import rebound.chaos.arrival.Arrivals;
import rebound.chaos.arrival.CatchUp;
import rebound.chaos.load.Endpoint;
import rebound.chaos.load.LoadDriver;
import rebound.chaos.load.LoadModel;
import rebound.chaos.load.Population;
import rebound.chaos.load.Request;
import rebound.chaos.load.Settings;
import rebound.chaos.load.Traffic;
import rebound.chaos.measure.DriverReport;
import rebound.chaos.measure.PopulationResult;

/// Drives one URL with one population and prints what the benchmark scripts read, a `name=value` a
/// line.
public final class DriveMain {
  private static final String USAGE =
      """
      usage: DriveMain URL [--connections 64] [--seconds 5] [--warm-up 0] [--pipelining 1]
                       [--rate PER_SECOND] [--poisson] [--loops 1]
      example: DriveMain http://127.0.0.1:8080/ping --connections 1024 --seconds 10
      With --rate the model is open, else closed.
      """;

  private static final int WARM_UP_PARTS = 4;

  private final URI url;
  private final Map<String, String> options;

  private DriveMain(URI url, Map<String, String> options) {
    this.url = url;
    this.options = options;
  }

  /// See the usage, which it prints with exit code 2 when it cannot read its arguments.
  public static void main(String[] arguments) throws InterruptedException {
    DriveMain drive;
    try {
      drive = parse(new ArrayDeque<>(Arrays.asList(arguments)));
    } catch (IllegalArgumentException e) {
      System.err.println(e.getMessage());
      System.err.print(USAGE);
      System.exit(2);
      return;
    }
    drive.run(System.out);
  }

  private static DriveMain parse(ArrayDeque<String> words) {
    if (words.isEmpty()) {
      throw new IllegalArgumentException("URL is missing");
    }
    URI url = URI.create(words.poll());
    if (url.getPort() < 0 || url.getHost() == null) {
      throw new IllegalArgumentException("URL is " + url + ": use http://HOST:PORT/PATH");
    }
    Map<String, String> options = new TreeMap<>();
    while (!words.isEmpty()) {
      String word = words.poll();
      boolean flag = word.equals("--poisson");
      if (!flag && (!word.startsWith("--") || words.isEmpty())) {
        throw new IllegalArgumentException("'" + word + "' is no option with a value");
      }
      options.put(word, flag ? "" : words.poll());
    }
    return new DriveMain(url, options);
  }

  private double option(String name, double usual) {
    String given = options.get(name);
    return given == null ? usual : Double.parseDouble(given);
  }

  private void run(PrintStream out) throws InterruptedException {
    double warmUp = option("--warm-up", 0);
    try (LoadDriver driver = new LoadDriver(new Settings((int) option("--loops", 1)))) {
      // In parts, as a run has phases: how one begins and ends is compiled anew when first seen.
      for (int part = 0; warmUp > 0 && part < WARM_UP_PARTS; part++) {
        drive(driver, warmUp / WARM_UP_PARTS);
      }
      out.println("measuring");
      print(out, drive(driver, option("--seconds", 5)));
    }
  }

  private Traffic.Result drive(LoadDriver driver, double seconds) throws InterruptedException {
    Endpoint endpoint = Endpoint.http(url.getHost(), url.getPort());
    try (Traffic traffic = driver.prepare(endpoint, List.of(population()), 1)) {
      traffic.open(Duration.ofSeconds(20));
      traffic.start(System.nanoTime(), (long) (seconds * 1e9));
      return traffic.await();
    }
  }

  private Population population() {
    int connections = (int) option("--connections", 64);
    double rate = option("--rate", 0);
    LoadModel model;
    if (rate > 0) {
      Arrivals arrivals =
          options.containsKey("--poisson")
              ? new Arrivals.Poisson(rate)
              : new Arrivals.Constant(rate);
      model = new LoadModel.Open(arrivals, connections, Math.max(connections, 10_000));
    } else {
      model = new LoadModel.Closed(connections, (int) option("--pipelining", 1), Duration.ZERO);
    }
    String path = url.getRawPath().isEmpty() ? "/" : url.getRawPath();
    return new Population(
        "users",
        model,
        List.of(Request.get(path)),
        Duration.ofSeconds(1),
        Duration.ofSeconds(10),
        CatchUp.IMMEDIATE,
        true,
        0);
  }

  private static void print(PrintStream out, Traffic.Result result) {
    PopulationResult users = result.populations().getFirst();
    DriverReport driver = result.driver();
    out.printf(Locale.ROOT, "requestsPerSecond=%.1f%n", users.throughputPerSecond());
    out.printf("ok=%d%n", users.ledger().ok());
    out.printf("attempted=%d%n", users.ledger().attempted());
    out.printf("errors=%s%n", users.errors());
    out.printf("statuses=%s%n", users.statuses());
    percentiles(out, "response", users.latencies().response());
    percentiles(out, "service", users.latencies().service());
    percentiles(out, "lag", users.latencies().lag());
    out.printf(Locale.ROOT, "cpuRatio=%.3f%n", driver.cpuRatio());
    out.printf(Locale.ROOT, "cpuSeconds=%.3f%n", driver.cpuSeconds());
    out.printf(Locale.ROOT, "runQueueWaitRatio=%.4f%n", driver.runQueueWaitRatio());
    out.printf(Locale.ROOT, "peakRssMegabytes=%.1f%n", driver.peakRssBytes() / 1e6);
    out.printf(Locale.ROOT, "longestCollectionMillis=%.1f%n", driver.gcPauseMaxMillis());
    out.printf(Locale.ROOT, "hiccupMaxMillis=%.1f%n", driver.hiccupMaxMillis());
    out.printf("trusted=%s %s%n", driver.trusted(), driver.reasons());
  }

  private static void percentiles(PrintStream out, String name, Histogram histogram) {
    for (double percentile : new double[] {50, 99, 99.9, 100}) {
      out.printf(
          Locale.ROOT,
          "%sMillis.p%s=%.3f%n",
          name,
          String.valueOf(percentile).replace(".0", ""),
          histogram.getValueAtPercentile(percentile) / 1e6);
    }
  }
}
