package rebound.soak.live;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import io.opentelemetry.proto.collector.metrics.v1.ExportMetricsServiceRequest;
import io.opentelemetry.proto.metrics.v1.Metric;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import rebound.chaos.measure.IntervalSample;
import rebound.chaos.measure.Latencies;
import rebound.soak.Records;
import rebound.soak.evidence.sample.LivenessSample;
import rebound.soak.evidence.sample.MachineSample;
import rebound.soak.evidence.sample.MemoryDetail;
import rebound.soak.evidence.sample.Reading;
import rebound.soak.evidence.sample.TargetSample;
import rebound.soak.journal.Event;
import rebound.soak.plan.Phase;
import rebound.soak.plan.Plan;
import rebound.soak.planfile.PlanReader;
import rebound.soak.planfile.YamlFile;
import rebound.soak.target.StartException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;

final class LiveMetricsTest {
  private static final InetSocketAddress ANY_PORT =
      new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
  private static final Pattern NAME = Pattern.compile("rebound_[a-z_]+");

  @Test
  void aScrapeHoldsCountersGaugesAndHistogramsWithBuckets() throws Exception {
    try (LiveMetrics live = LiveMetrics.open(Optional.of(ANY_PORT), Optional.empty())) {
      hear(live);

      String page = scrape(live, "text/plain");

      assertThat(page)
          .contains(
              sample(
                  "rebound_attempts_total", "phase=\"c64\",plan=\"p\",population=\"users\"", 110),
              sample("rebound_connections", "plan=\"p\",population=\"users\"", 64),
              sample("rebound_phase", "kind=\"load\",phase=\"c64\",plan=\"p\"", 1),
              "rebound_target_resident_bytes{plan=\"p\",target=\"t\"} 5.0E7",
              "rebound_probes_total{outcome=\"ok\",path=\"fresh\",plan=\"p\",target=\"t\"} 1.0",
              "# TYPE rebound_response_seconds histogram");
      // 100 answers of one millisecond and 10 of a second.
      assertThat(page)
          .contains(
              bucket("0.0025") + " 100",
              bucket("0.5") + " 100",
              bucket("2.5") + " 110",
              bucket("+Inf") + " 110")
          .doesNotContain("quantile=");
    }
  }

  @Test
  void openMetricsIsGivenToWhoAsksForIt() throws Exception {
    try (LiveMetrics live = LiveMetrics.open(Optional.of(ANY_PORT), Optional.empty())) {
      hear(live);

      assertThat(scrape(live, "application/openmetrics-text; version=1.0.0")).endsWith("# EOF\n");
    }
  }

  @Test
  void anotherRunTakesTheGaugesOfTheOneBeforeAway() throws Exception {
    try (LiveMetrics live = LiveMetrics.open(Optional.of(ANY_PORT), Optional.empty())) {
      hear(live);
      live.opening("p", "other");

      assertThat(scrape(live, "text/plain"))
          .doesNotContain("rebound_target_resident_bytes")
          .contains("rebound_attempts_total");
    }
  }

  @Test
  void everyMetricOfTheDashboardExists() throws Exception {
    JsonNode dashboard =
        new ObjectMapper().readTree(Files.readString(Path.of("../docs/grafana-dashboard.json")));
    TreeSet<String> named = new TreeSet<>();
    for (JsonNode panel : dashboard.get("panels")) {
      for (JsonNode target : panel.path("targets")) {
        Matcher name = NAME.matcher(target.get("expr").asString());
        while (name.find()) {
          named.add(name.group());
        }
      }
    }
    try (LiveMetrics live = LiveMetrics.open(Optional.of(ANY_PORT), Optional.empty())) {
      hear(live);
      String page = scrape(live, "text/plain");

      assertThat(named).hasSizeGreaterThan(10);
      assertThat(named).allSatisfy(name -> assertThat(page).contains("\n" + name + "{"));
    }
  }

  @Test
  void aTakenPortIsSaidWithTheRemedy() throws Exception {
    try (LiveMetrics first = LiveMetrics.open(Optional.of(ANY_PORT), Optional.empty())) {
      int port = first.address().orElseThrow().getPort();
      InetSocketAddress taken = new InetSocketAddress(InetAddress.getLoopbackAddress(), port);

      assertThatThrownBy(() -> LiveMetrics.open(Optional.of(taken), Optional.empty()))
          .isInstanceOfSatisfying(
              StartException.class, it -> assertThat(it.exitCode()).isEqualTo(3))
          .hasMessageContaining("--metrics-port " + port);
    }
  }

  @Test
  void theSameIsSentByOtlp() throws Exception {
    Queue<byte[]> received = new ConcurrentLinkedQueue<>();
    HttpServer receiver = HttpServer.create(ANY_PORT, 0);
    receiver.createContext(
        "/v1/metrics",
        exchange -> {
          try (InputStream body = exchange.getRequestBody()) {
            received.add(body.readAllBytes());
          }
          exchange.sendResponseHeaders(200, -1);
          exchange.close();
        });
    receiver.start();
    try {
      URI to = URI.create("http://127.0.0.1:" + receiver.getAddress().getPort() + "/v1/metrics");
      try (LiveMetrics live = LiveMetrics.open(Optional.empty(), Optional.of(to))) {
        hear(live);
      }

      List<Metric> metrics =
          ExportMetricsServiceRequest.parseFrom(received.remove())
              .getResourceMetrics(0)
              .getScopeMetrics(0)
              .getMetricsList();
      Metric response =
          metrics.stream().filter(it -> it.getName().equals("rebound.response")).findFirst().get();
      assertThat(response.getHistogram().getDataPoints(0).getCount()).isEqualTo(110);
      assertThat(response.getHistogram().getDataPoints(0).getBucketCountsCount())
          .isEqualTo(RunMeters.buckets().size() + 1);
    } finally {
      receiver.stop(0);
    }
  }

  private static String sample(String name, String labels, int value) {
    return name + "{" + labels + ",target=\"t\"} " + value + ".0";
  }

  private static String bucket(String le) {
    return "rebound_response_seconds_bucket{phase=\"c64\",plan=\"p\",population=\"users\","
        + "target=\"t\",le=\""
        + le
        + "\"}";
  }

  private static String scrape(LiveMetrics live, String accept)
      throws IOException, InterruptedException {
    try (HttpClient http = HttpClient.newHttpClient()) {
      HttpRequest request =
          HttpRequest.newBuilder(live.address().orElseThrow())
              .header("Accept", accept)
              .timeout(Duration.ofSeconds(20))
              .build();
      return http.send(request, HttpResponse.BodyHandlers.ofString()).body();
    }
  }

  private static void hear(LiveMetrics live) {
    Plan plan =
        PlanReader.read(
            YamlFile.parse(
                "p.yaml",
                """
                plan: p
                target: t
                phases:
                  - name: c64
                    duration: 8s
                    populations: [{name: users, load: {model: closed, connections: 64}, requests: [{path: /ping}]}]
                """));
    Phase phase = plan.phases().getFirst();
    Histogram millis = Latencies.histogram();
    millis.recordValueWithCount(1_000_000, 100);
    millis.recordValueWithCount(1_000_000_000, 10);
    live.opening("p", "t");
    live.phaseStarted(phase, 1, 1);
    live.traffic(
        phase,
        new IntervalSample(
            "users", 0, 1_000_000_000, 110, 110, 100, 0, 0, Map.of(), 64, 64, millis, millis));
    Reading one = Reading.of(1);
    live.second(
        phase,
        1,
        new Event.Second(
            "c64",
            1,
            List.of(),
            List.of(new TargetSample(1, Reading.of(50_000_000), Reading.of(2_000_000_000), 1)),
            List.of(
                new MemoryDetail(1, one, one, one, one, one, one, one, one, one, one, one, one)),
            List.of(
                new LivenessSample(
                    LivenessSample.Path.FRESH, 1, 0, 1, LivenessSample.Outcome.OK, 200, "")),
            List.of(machine(one))));
    live.phaseEnded(Records.phase("c64", 110, 110));
  }

  private static MachineSample machine(Reading one) {
    return new MachineSample(
        1, 1, 1, 1, 1, one, one, one, one, one, one, one, one, one, one, one, one, one, one, one);
  }

  @Test
  void nothingIsOpenedUnasked() throws Exception {
    try (LiveMetrics live = LiveMetrics.open(Optional.empty(), Optional.empty())) {
      hear(live);

      assertThat(live.address()).isEmpty();
    }
  }
}
