package rebound.chaos.network;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpResponse;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The protocol's requests and answers, as they were observed on Toxiproxy 2.12.0; where this
/// server does better on purpose the test says so.
class ApiIT {
  private final Bench bench = new Bench();

  @AfterEach
  void close() {
    bench.close();
  }

  @Test
  void tellsItsVersion() {
    HttpResponse<String> response = bench.send("GET", "/version", "");
    assertThat(response.body()).isEqualTo("{\"version\": \"2.12.0\"}\n");
    assertThat(header(response, "Content-Type")).isEqualTo("application/json;charset=utf-8");
    assertThat(header(response, "X-Toxiproxy-Request-Id")).matches("[0-9a-v]{20}");
  }

  @Test
  void createsAProxy() {
    HttpResponse<String> response =
        bench.send(
            "POST",
            "/proxies",
            "{\"NAME\":\"p\",\"Listen\":\"localhost:0\",\"UpStream\":\"nowhere\",\"zzz\":1} junk");
    assertThat(response.statusCode()).isEqualTo(201);
    assertThat(header(response, "Content-Type")).isEqualTo("application/json");
    assertThat(response.body())
        .matches(
            "\\{\"name\":\"p\",\"listen\":\"127\\.0\\.0\\.1:[1-9]\\d*\",\"upstream\":\"nowhere\","
                + "\"enabled\":true,\"toxics\":\\[]}");
    assertThat(bench.ok("GET", "/proxies/p?x=1", "")).isEqualTo(response.body());
  }

  @Test
  void listensOnLoopbackWhenNothingIsSaid() {
    assertThat(bench.ok("POST", "/proxies", "{\"name\":\"p\",\"upstream\":\"u:1\"}"))
        .contains("\"listen\":\"127.0.0.1:");
  }

  @Test
  void listsProxiesSortedByName() {
    assertThat(bench.ok("GET", "/proxies", "")).isEqualTo("{}");
    for (String name : new String[] {"b", "c", "a"}) {
      bench.ok("POST", "/proxies", disabled(name, "junk"));
    }
    assertThat(bench.ok("GET", "/proxies", ""))
        .isEqualTo("{\"a\":%s,\"b\":%s,\"c\":%s}".formatted(shown("a"), shown("b"), shown("c")));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          {"name":"p","upstream":"u:1"}|409|proxy already exists
          {"name":"q","listen":"TAKEN","upstream":"u:1"}|500|listen tcp TAKEN: bind: address already in use
          {"upstream":"u:1"}|400|missing required field: name
          {"name":"q"}|400|missing required field: upstream
          null|400|missing required field: name
          {"name":"q","listen":"127.0.0.1","upstream":"u"}|500|listen tcp: address 127.0.0.1: missing port in address
          {"name":"q","listen":"192.0.2.1:2","upstream":"u"}|500|listen tcp 192.0.2.1:2: bind: cannot assign requested address
          """)
  void refusesAProxy(String body, int status, String message) {
    String address = "127.0.0.1:" + bench.proxy("p", "u:1");
    HttpResponse<String> response = bench.send("POST", "/proxies", body.replace("TAKEN", address));
    assertError(response, status, message.replace("TAKEN", address));
    assertThat(bench.ok("GET", "/proxies", "")).doesNotContain("\"q\"");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          ``|EOF
          hello|
          []|
          {"name":5,"upstream":"a:1"}|
          {"name":"q","upstream":"a:1","enabled":"yes"}|
          {"name":"q"|
          """)
  void refusesABodyThatCannotBeUnderstood(String body, String exact) {
    HttpResponse<String> response = bench.send("POST", "/proxies", body == null ? "" : body);
    assertThat(response.statusCode()).isEqualTo(400);
    assertThat(response.body()).startsWith("{\"error\":\"bad request body: ");
    if (exact != null) {
      assertError(response, 400, "bad request body: " + exact);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "GET,/proxies/zz,proxy not found",
    "PATCH,/proxies/zz,proxy not found",
    "DELETE,/proxies/zz,proxy not found",
    "GET,/proxies/zz/toxics,proxy not found",
    "POST,/proxies/zz/toxics,proxy not found",
    "GET,/proxies/p/toxics/zz,toxic not found",
    "POST,/proxies/p/toxics/zz,toxic not found",
    "DELETE,/proxies/p/toxics/zz,toxic not found",
    "GET,/proxies/zz/toxics/x,proxy not found"
  })
  void doesNotFindWhatIsNotThere(String method, String path, String message) {
    bench.proxy("p", "u:1");
    assertError(bench.send(method, path, ""), 404, message);
  }

  @ParameterizedTest
  @CsvSource({"/nope", "/proxies/", "/proxies/p/", "/Proxies", "/metrics", "/proxies/p/x"})
  void knowsNoOtherPath(String path) {
    HttpResponse<String> response = bench.send("GET", path, "");
    assertThat(response.statusCode()).isEqualTo(404);
    assertThat(response.body()).isEqualTo("404 page not found\n");
    assertThat(header(response, "X-Toxiproxy-Request-Id")).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "POST,/version",
    "PUT,/proxies/p",
    "OPTIONS,/proxies",
    "DELETE,/proxies",
    "GET,/reset",
    "GET,/populate"
  })
  void answersAWrongMethodWithAnErrorThatClientsCanRead(String method, String path) {
    assertError(bench.send(method, path, ""), 405, "method not allowed");
  }

  @Test
  void reachesAProxyWithASlashInItsName() {
    bench.ok("POST", "/proxies", disabled("a/b <c>", "u:1"));
    assertThat(bench.ok("GET", "/proxies/a%2Fb%20%3Cc%3E", ""))
        .startsWith("{\"name\":\"a/b \\u003cc\\u003e\"");
    bench.ok("DELETE", "/proxies/a%2Fb%20%3Cc%3E", "");
  }

  @Test
  void changesAProxyAndIgnoresANewName() {
    int port = bench.proxy("p", "u:1");
    assertThat(bench.ok("POST", "/proxies/p", "{}")).isEqualTo(shown("p", port, "u:1", true));
    assertThat(bench.ok("PATCH", "/proxies/p", "{\"name\":\"q\",\"upstream\":\"\"}"))
        .isEqualTo(shown("p", port, "", true));
    assertThat(bench.ok("POST", "/proxies/p", "{\"enabled\":false}"))
        .isEqualTo(shown("p", port, "", false));
    assertThat(bench.ok("POST", "/proxies/p", "{\"enabled\":true}"))
        .isEqualTo(shown("p", port, "", true));
  }

  @Test
  void aChangeThatFailsChangesNothing() {
    int port = bench.proxy("p", "u:1");
    int taken = bench.proxy("q", "u:1");
    assertError(
        bench.send("PATCH", "/proxies/p", "{\"listen\":\"127.0.0.1:" + taken + "\"}"),
        500,
        "listen tcp 127.0.0.1:" + taken + ": bind: address already in use");
    assertError(
        bench.send("PATCH", "/proxies/p", "{\"listen\":\"junk\"}"),
        500,
        "address junk: missing port in address");
    assertThat(bench.ok("GET", "/proxies/p", "")).isEqualTo(shown("p", port, "u:1", true));
  }

  @Test
  void showsAWildcardAsGoDoesAndKnowsItAgain() {
    String body =
        bench.ok("POST", "/proxies", "{\"name\":\"p\",\"listen\":\":0\",\"upstream\":\"u\"}");
    assertThat(body).containsPattern("\"listen\":\"\\[::]:\\d+\"");
    String port = body.replaceAll(".*\\[::]:(\\d+).*", "$1");
    assertThat(bench.ok("PATCH", "/proxies/p", "{\"listen\":\"0.0.0.0:" + port + "\"}"))
        .isEqualTo(body);
    assertThat(bench.log()).noneMatch(line -> line.contains("moved"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          {"type":"latency"}|{"attributes":{"latency":0,"jitter":0},"name":"latency_downstream","type":"latency","stream":"downstream","toxicity":1}
          {"name":"lat","type":"latency","stream":"upstream","toxicity":0.5,"attributes":{"LATENCY":100,"jitter":10}}|{"attributes":{"latency":100,"jitter":10},"name":"lat","type":"latency","stream":"upstream","toxicity":0.5}
          {"type":"noop","stream":"UPSTREAM"}|{"attributes":{},"name":"noop_UPSTREAM","type":"noop","stream":"UPSTREAM","toxicity":1}
          {"type":"bandwidth"}|{"attributes":{"rate":0},"name":"bandwidth_downstream","type":"bandwidth","stream":"downstream","toxicity":1}
          {"type":"slow_close"}|{"attributes":{"delay":0},"name":"slow_close_downstream","type":"slow_close","stream":"downstream","toxicity":1}
          {"type":"timeout"}|{"attributes":{"timeout":0},"name":"timeout_downstream","type":"timeout","stream":"downstream","toxicity":1}
          {"type":"reset_peer"}|{"attributes":{"timeout":0},"name":"reset_peer_downstream","type":"reset_peer","stream":"downstream","toxicity":1}
          {"type":"limit_data"}|{"attributes":{"bytes":0},"name":"limit_data_downstream","type":"limit_data","stream":"downstream","toxicity":1}
          {"type":"slicer"}|{"attributes":{"average_size":0,"size_variation":0,"delay":0},"name":"slicer_downstream","type":"slicer","stream":"downstream","toxicity":1}
          {"name":"t","type":"latency","attributes":null,"toxicity":2}|{"attributes":{"latency":0,"jitter":0},"name":"t","type":"latency","stream":"downstream","toxicity":2}
          {"name":"t","type":"noop","toxicity":0.123456789}|{"attributes":{},"name":"t","type":"noop","stream":"downstream","toxicity":0.12345679}
          {"name":"t","type":"noop","toxicity":-1}|{"attributes":{},"name":"t","type":"noop","stream":"downstream","toxicity":-1}
          """)
  void createsAToxic(String body, String shown) {
    bench.proxy("p", "u:1");
    HttpResponse<String> response = bench.send("POST", "/proxies/p/toxics", body);
    assertThat(response.body()).isEqualTo(shown);
    assertThat(response.statusCode()).isEqualTo(200);
    assertThat(bench.ok("GET", "/proxies/p/toxics", "")).isEqualTo("[" + shown + "]");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          {"type":"latency","name":"l"}|409|toxic already exists
          {"type":"latency","name":"l","stream":"upstream"}|409|toxic already exists
          {"name":"x"}|400|invalid toxic type
          {"type":"LATENCY"}|400|invalid toxic type
          {"type":"down"}|400|invalid toxic type
          {"type":"latency","stream":"both"}|400|stream was invalid, can be either upstream or downstream
          {"type":"latency","stream":""}|400|stream was invalid, can be either upstream or downstream
          {"type":"latency","attributes":{"latency":1.5}}|400|bad request body: latency 1.5 is not a whole number of 64 bits
          {"type":"latency","attributes":{"latency":99999999999999999999}}|400|bad request body: latency 99999999999999999999 is not a whole number of 64 bits
          {"type":"bandwidth","attributes":{"rate":-1}}|400|bad request body: rate -1 is negative; use 0 or more
          """)
  void refusesAToxic(String body, int status, String message) {
    bench.proxy("p", "u:1");
    bench.toxic("p", "\"type\":\"latency\",\"name\":\"l\"");
    assertError(bench.send("POST", "/proxies/p/toxics", body), status, message);
  }

  @Test
  void changesAToxicWhollyOrNotAtAll() {
    bench.proxy("p", "u:1");
    bench.toxic("p", "\"type\":\"latency\",\"name\":\"l\",\"attributes\":{\"latency\":100}");
    String path = "/proxies/p/toxics/l";
    assertThat(bench.ok("POST", path, "{\"attributes\":{\"jitter\":99}}"))
        .startsWith("{\"attributes\":{\"latency\":100,\"jitter\":99}");
    assertThat(bench.ok("PATCH", path, "{\"toxicity\":0.25,\"name\":\"q\",\"type\":\"timeout\"}"))
        .isEqualTo(
            "{\"attributes\":{\"latency\":100,\"jitter\":99},\"name\":\"l\",\"type\":\"latency\","
                + "\"stream\":\"downstream\",\"toxicity\":0.25}");
    HttpResponse<String> refused =
        bench.send("PATCH", path, "{\"attributes\":{\"latency\":777,\"jitter\":\"x\"}}");
    assertThat(refused.statusCode()).isEqualTo(400);
    assertThat(bench.ok("GET", path, "")).contains("\"latency\":100,\"jitter\":99");
    assertThat(bench.send("DELETE", path, "").statusCode()).isEqualTo(204);
    assertError(bench.send("DELETE", path, ""), 404, "toxic not found");
  }

  @Test
  void listsUpstreamToxicsFirst() {
    bench.proxy("p", "u:1");
    bench.toxic("p", "\"type\":\"noop\",\"name\":\"a\"");
    bench.toxic("p", "\"type\":\"noop\",\"name\":\"b\",\"stream\":\"upstream\"");
    bench.toxic("p", "\"type\":\"noop\",\"name\":\"c\",\"stream\":\"upstream\"");
    assertThat(bench.ok("GET", "/proxies/p/toxics", "").replaceAll(".*?\"name\":\"(.)\"", "$1"))
        .startsWith("bca");
  }

  @Test
  void resetsAllThatCanBeResetAndSaysWhatCannot() {
    bench.proxy("a", "u:1");
    bench.ok("POST", "/proxies/a", "{\"enabled\":false}");
    bench.toxic("a", "\"type\":\"latency\"");
    bench.ok("POST", "/proxies", disabled("0", "junk"));
    assertError(
        bench.send("POST", "/reset", ""), 500, "listen tcp: address junk: missing port in address");
    assertThat(bench.ok("GET", "/proxies/a", "")).contains("\"enabled\":true,\"toxics\":[]");
    bench.ok("DELETE", "/proxies/0", "");
    assertThat(bench.send("POST", "/reset", "").statusCode()).isEqualTo(204);
  }

  private static String disabled(String name, String listen) {
    return "{\"name\":\"%s\",\"listen\":\"%s\",\"upstream\":\"u:1\",\"enabled\":false}"
        .formatted(name, listen);
  }

  private static String shown(String name) {
    return "{\"name\":\"%s\",\"listen\":\"junk\",\"upstream\":\"u:1\",\"enabled\":false,\"toxics\":[]}"
        .formatted(name);
  }

  private static String shown(String name, int port, String upstream, boolean enabled) {
    return ("{\"name\":\"%s\",\"listen\":\"127.0.0.1:%d\",\"upstream\":\"%s\",\"enabled\":%s,"
            + "\"toxics\":[]}")
        .formatted(name, port, upstream, enabled);
  }

  private static void assertError(HttpResponse<String> response, int status, String message) {
    assertThat(response.body())
        .isEqualTo("{\"error\":\"%s\",\"status\":%d}\n".formatted(message, status));
    assertThat(response.statusCode()).isEqualTo(status);
    assertThat(header(response, "Content-Type")).isEqualTo("text/plain; charset=utf-8");
    assertThat(header(response, "X-Content-Type-Options")).isEqualTo("nosniff");
  }

  private static String header(HttpResponse<String> response, String name) {
    return response.headers().firstValue(name).orElse("");
  }
}
