package rebound.chaos.network;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.Socket;
import java.net.http.HttpResponse;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class PopulateIT {
  private final Bench bench = new Bench();
  private final Upstream echo = Upstream.echo();

  @AfterEach
  void close() {
    echo.close();
    bench.close();
  }

  @Test
  void anEmptyListDoesNothing() {
    for (String nothing : new String[] {"[]", "null"}) {
      HttpResponse<String> response = bench.send("POST", "/populate", nothing);
      assertThat(response.statusCode()).isEqualTo(201);
      assertThat(response.body()).isEqualTo("{\"proxies\":null}");
    }
  }

  @Test
  void createsThemAllWithTheirToxics() {
    String body =
        bench.ok(
            "POST",
            "/populate",
            "[{\"name\":\"a\",\"listen\":\"127.0.0.1:0\",\"upstream\":\"u:1\","
                + "\"toxics\":[{\"type\":\"latency\",\"attributes\":{\"latency\":7}}]},"
                + "{\"name\":\"b\",\"listen\":\"127.0.0.1:0\",\"upstream\":\"u:1\",\"enabled\":false}]");
    assertThat(body)
        .startsWith("{\"proxies\":[{\"name\":\"a\"")
        .contains("\"latency\":7")
        .endsWith("\"upstream\":\"u:1\",\"enabled\":false,\"toxics\":[]}]}");
  }

  @Test
  void leavesAnEqualProxyAndItsConnectionsAlone() throws IOException {
    int port = bench.proxy("a", echo.address());
    bench.toxic("a", "\"type\":\"noop\"");
    try (Socket client = Bench.connect(port)) {
      client.getOutputStream().write(1);
      assertThat(client.getInputStream().read()).isEqualTo(1);
      bench.ok("POST", "/populate", "[" + entry("a", port, echo.address()) + "]");
      client.getOutputStream().write(2);
      assertThat(client.getInputStream().read()).isEqualTo(2);
    }
    assertThat(bench.ok("GET", "/proxies/a/toxics", "")).contains("noop");
  }

  @Test
  void replacesADifferentProxyWithoutItsToxics() throws IOException {
    int port = bench.proxy("a", "127.0.0.1:1");
    bench.toxic("a", "\"type\":\"timeout\"");
    assertThat(bench.ok("POST", "/populate", "[" + entry("a", port, echo.address()) + "]"))
        .contains("\"toxics\":[]");
    try (Socket client = Bench.connect(port)) {
      client.getOutputStream().write(1);
      assertThat(client.getInputStream().read()).isEqualTo(1);
    }
  }

  @Test
  void checksAllBeforeItCreatesAny() {
    HttpResponse<String> response =
        bench.send("POST", "/populate", "[" + entry("a", 0, "u:1") + ",{\"upstream\":\"u:1\"}]");
    assertThat(response.statusCode()).isEqualTo(400);
    assertThat(response.headers().firstValue("Content-Type")).hasValue("application/json");
    assertThat(response.body())
        .isEqualTo(
            "{\"error\":\"missing required field: name at proxy 2\",\"status\":400,\"proxies\":null}");
    assertThat(bench.ok("GET", "/proxies", "")).isEqualTo("{}");
    assertThat(bench.send("POST", "/populate", "{}").body())
        .startsWith("{\"error\":\"bad request body: ")
        .endsWith(",\"status\":400,\"proxies\":null}");
  }

  @Test
  void stopsAtAPortThatIsTakenAndKeepsTheEarlierOnes() {
    int taken = bench.proxy("taken", "u:1");
    HttpResponse<String> response =
        bench.send(
            "POST",
            "/populate",
            "[%s,%s,%s]"
                .formatted(entry("a", 0, "u:1"), entry("b", taken, "u:1"), entry("c", 0, "u:1")));
    assertThat(response.statusCode()).isEqualTo(500);
    assertThat(response.body())
        .startsWith(
            "{\"error\":\"listen tcp 127.0.0.1:%d: bind: address already in use\",\"status\":500,"
                    .formatted(taken)
                + "\"proxies\":[{\"name\":\"a\"");
    assertThat(bench.ok("GET", "/proxies", "")).contains("\"a\"").doesNotContain("\"c\"");
  }

  private static String entry(String name, int port, String upstream) {
    return "{\"name\":\"%s\",\"listen\":\"127.0.0.1:%d\",\"upstream\":\"%s\"}"
        .formatted(name, port, upstream);
  }
}
