package rebound.fakedb;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.Jedis;

class ControlIT {
  private static Running running;

  @BeforeAll
  static void start() throws IOException {
    running = Running.with("--latency", "1ms");
  }

  @AfterAll
  static void stop() {
    running.close();
  }

  @Test
  void latencyChangesWhileItRuns() {
    HttpResponse<String> changed =
        running.send(
            "PUT", "/latency", "{\"lognormal\": {\"median\": \"5ms\", \"p99\": \"40ms\"}}");
    assertThat(changed.statusCode()).isEqualTo(200);
    assertThat(changed.body()).contains("{lognormal: {median: 5ms, p99: 40ms}}", "meanMillis");
    assertThat(running.send("GET", "/latency", "").body()).isEqualTo(changed.body());
    running.send("PUT", "/latency", "1ms");
  }

  @Test
  void capacityRulesAndTheLimitChangeToo() {
    assertThat(running.send("PUT", "/capacity", "{servers: 8, queue: 64}").body())
        .contains("{servers: 8, queue: 64}");
    assertThat(running.send("PUT", "/capacity", "unlimited").body()).contains("unlimited");
    assertThat(running.send("PUT", "/connection-limit", "50").body()).contains("50");
    running.send("PUT", "/connection-limit", "0");
    assertThat(running.send("PUT", "/rules", "[{match: ^ruled, value: yes}]").body())
        .contains("\"rules\": 1");
    try (Jedis jedis = new Jedis("127.0.0.1", running.redis())) {
      assertThat(jedis.get("ruled")).isEqualTo("yes");
    }
    running.send("PUT", "/rules", "[]");
  }

  @Test
  void wrongBodiesChangeNothingAndSayWhy() {
    for (String body : List.of("fast", "{uniform: {min: 1ms}}", "", "[[[[", "\u0000")) {
      HttpResponse<String> answer = running.send("PUT", "/latency", body);
      assertThat(answer.statusCode()).as(body).isEqualTo(400);
      assertThat(answer.body()).contains("complaints");
    }
    assertThat(running.send("POST", "/faults", "{kind: x}").statusCode()).isEqualTo(400);
    assertThat(running.send("GET", "/nowhere", "").statusCode()).isEqualTo(404);
    assertThat(running.send("DELETE", "/faults/f99", "").statusCode()).isEqualTo(404);
    assertThat(running.send("POST", "/latency", "1ms").statusCode()).isEqualTo(405);
  }

  @Test
  void webPagesOfOtherSitesAreRefused() {
    assertThat(running.send("PUT", "/latency", "9s", "Origin", "http://evil.example").statusCode())
        .isEqualTo(403);
    assertThat(running.send("GET", "/state", "", "Sec-Fetch-Site", "cross-site").statusCode())
        .isEqualTo(403);
    assertThat(running.send("GET", "/latency", "").body()).doesNotContain("9s");
  }

  @Test
  void accuracyIsCountedPerPhase() {
    running.send("POST", "/accuracy/reset?label=one", "");
    try (Jedis jedis = new Jedis("127.0.0.1", running.redis())) {
      for (int i = 0; i < 30; i++) {
        jedis.get("a");
      }
    }
    String ended = running.send("POST", "/accuracy/reset?label=two", "").body();
    assertThat(ended).contains("\"label\": \"one\"", "\"count\": 30", "\"verdict\": \"");
    assertThat(running.send("GET", "/accuracy", "").body())
        .contains("\"label\": \"two\"", "\"count\": 0", "\"verdict\": \"TOO_FEW\"");
    assertThat(running.send("GET", "/accuracy/histogram", "").body())
        .contains("#[Histogram log format version 1.3]", "Tag=one,");
  }

  @Test
  void metricsAreReadableByPrometheus() {
    String metrics = running.send("GET", "/metrics", "").body();
    for (String line : metrics.lines().toList()) {
      assertThat(line)
          .matches(
              "# (HELP|TYPE) rebound_fakedb_[a-z_]+ .+"
                  + "|rebound_fakedb_[a-z_]+(\\{[a-z]+=\"[^\"]+\"})? [0-9.E-]+");
    }
    assertThat(metrics).contains("rebound_fakedb_queries_total");
  }

  @Test
  void theDocumentListsWhatThereIs() {
    String document = running.send("GET", "/openapi.json", "").body();
    assertThat(document).contains("\"openapi\": \"3.1.0\"");
    Set<String> paths = new TreeSet<>();
    Matcher matcher = Pattern.compile("\"(/[a-z{}/.-]+)\": \\{").matcher(document);
    while (matcher.find()) {
      paths.add(matcher.group(1));
    }
    assertThat(paths).hasSize(12);
    for (String path : paths) {
      int status = running.send("OPTIONS", path.replace("{id}", "f1"), "").statusCode();
      assertThat(status).as(path).isEqualTo(405);
    }
  }
}
