package rebound.soak.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.Stream;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Attaching to a server that speaks HTTPS with a certificate of its own making, and that answers
/// only those who know its token.
class AttachIT {
  private static final String TOKEN = "s3cr3t-0f-the-test";
  private static final String PLAN =
      """
      plan: attached
      target: none
      phases:
        - {name: users, duration: 2s, populations: [{load: {model: open, rate: 20/s}, requests: [{path: /ping, headers: {X-Mine: plain}}]}]}
        - name: storm
          duration: 1s
          populations: [{name: storm, load: {model: closed, connections: 1}, hostile: {kind: invalid-json, path: /json}}]
      gates: [{metric: liveness.statusAfter, phase: "*", min: 200, max: 299}]
      """;

  /// All at once, each on a path of its own; the server of this test knows nothing of their limits.
  private static final String HOSTILE =
      """
      plan: attacked
      target: none
      phases:
        - name: attacked
          duration: 2s
          populations:
            - {name: users, load: {model: open, rate: 20/s}, requests: [{path: /ping}]}
            - {name: churn, hostile: {kind: churn, path: /churn, connections: 2, rate: 10/s}}
            - {name: pipelining, hostile: {kind: pipelining, path: /pipelining, connections: 2, rate: 10/s, depth: 10}}
            - {name: storm, hostile: {kind: retry-storm, path: /storm, connections: 10, rate: 10/s, timeout: 1s}}
            - {name: body, hostile: {kind: slow-body, path: /body, connections: 2, rate: 10/s, length: 100B, bytes: 10, every: 20ms}}
            - {name: reader, hostile: {kind: slow-reader, path: /reader, connections: 2, rate: 10/s, requests: 5, bytes: 100, every: 20ms}}
            - {name: head, hostile: {kind: slow-headers, path: /head, connections: 2, rate: 10/s}}
      gates: [{metric: liveness.statusAfter, phase: "*", min: 200, max: 299}]
      """;

  @TempDir private Path home;
  private final Set<String> seen = ConcurrentHashMap.newKeySet();
  private final ExecutorService executor = Executors.newVirtualThreadPerTaskExecutor();
  private HttpsServer server;
  private Rebound rebound;

  @BeforeEach
  void startServer() throws Exception {
    rebound = new Rebound(home);
    server = HttpsServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 64);
    server.setHttpsConfigurator(new HttpsConfigurator(context()));
    server.setExecutor(executor);
    server.createContext("/", this::answer);
    server.start();
  }

  @AfterEach
  void stopServer() {
    server.stop(0);
    executor.close();
  }

  private SSLContext context() throws Exception {
    Path store = home.resolve("server.p12");
    int made =
        new ProcessBuilder(
                Rebound.JAVA.resolveSibling("keytool").toString(),
                "-genkeypair",
                "-keystore",
                store.toString(),
                "-storepass",
                "rebound",
                "-keyalg",
                "EC",
                "-dname",
                "CN=of its own making")
            .redirectErrorStream(true)
            .redirectOutput(home.resolve("keytool.txt").toFile())
            .start()
            .waitFor();
    assertThat(made).isZero();
    KeyStore keys = KeyStore.getInstance("PKCS12");
    try (InputStream file = Files.newInputStream(store)) {
      keys.load(file, "rebound".toCharArray());
    }
    KeyManagerFactory managers =
        KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    managers.init(keys, "rebound".toCharArray());
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(managers.getKeyManagers(), null, null);
    return context;
  }

  private void answer(HttpExchange exchange) throws IOException {
    exchange.getRequestBody().readAllBytes();
    boolean knows =
        ("Bearer " + TOKEN).equals(exchange.getRequestHeaders().getFirst("Authorization"))
            && TOKEN.equals(exchange.getRequestHeaders().getFirst("X-Api-Key"));
    boolean json = exchange.getRequestURI().getPath().equals("/json");
    int status = !knows ? 401 : json ? 400 : 200;
    seen.add(exchange.getRequestURI().getPath() + " " + status);
    byte[] body = "ok".getBytes(UTF_8);
    exchange.sendResponseHeaders(status, body.length);
    exchange.getResponseBody().write(body);
    exchange.close();
  }

  private Rebound.Result run(String... further) throws IOException {
    return runPlan(PLAN, further);
  }

  private Rebound.Result runPlan(String text, String... further) throws IOException {
    Path plan = rebound.file("attached.yaml", text);
    List<String> arguments =
        new java.util.ArrayList<>(
            List.of(
                "run",
                plan.toString(),
                "--url",
                "https://localhost:" + server.getAddress().getPort(),
                "--out",
                home.resolve("runs").toString()));
    arguments.addAll(List.of(further));
    return rebound.run(
        Map.of("SHOP_TOKEN", TOKEN, "BROKEN", "a\nb"), arguments.toArray(String[]::new));
  }

  @Test
  void aTokenReachesEveryRequestAndNoResult() throws IOException {
    Rebound.Result result =
        run(
            "--quick",
            "--insecure",
            "--pid",
            String.valueOf(ProcessHandle.current().pid()),
            "--bearer-env",
            "SHOP_TOKEN",
            "--header-env",
            "X-Api-Key=SHOP_TOKEN");

    assertThat(result.err()).doesNotContain("rebound:", TOKEN);
    assertThat(result.out()).contains("yes (200)", "QUICK LOOK: PASS").doesNotContain(TOKEN);
    assertThat(seen).containsExactlyInAnyOrder("/ping 200", "/json 400");
    assertThatNoFileHoldsTheToken();
  }

  @Test
  void hostileClientsAttackThroughTlsWithTheToken() throws IOException {
    Rebound.Result result =
        runPlan(
            HOSTILE,
            "--quick",
            "--insecure",
            "--pid",
            String.valueOf(ProcessHandle.current().pid()),
            "--bearer-env",
            "SHOP_TOKEN",
            "--header-env",
            "X-Api-Key=SHOP_TOKEN");

    assertThat(result.err()).doesNotContain("rebound:", TOKEN);
    assertThat(result.out()).contains("QUICK LOOK: PASS").doesNotContain(TOKEN);
    // None came without its token; what never ends its head or body is seen by no handler.
    assertThat(seen)
        .containsExactlyInAnyOrder(
            "/ping 200", "/churn 200", "/pipelining 200", "/storm 200", "/reader 200");
    assertThatNoFileHoldsTheToken();
  }

  private void assertThatNoFileHoldsTheToken() throws IOException {
    try (Stream<Path> results = Files.walk(home.resolve("runs"))) {
      List<Path> files = results.filter(Files::isRegularFile).toList();
      assertThat(files).extracting(it -> it.getFileName().toString()).contains("run.json");
      for (Path file : files) {
        assertThat(new String(Files.readAllBytes(file), UTF_8))
            .as(file.toString())
            .doesNotContain(TOKEN);
      }
    }
  }

  @Test
  void whatIsMissingOrWrongIsSaid() throws IOException {
    assertThat(run("--bearer-env", "NO_SUCH").err()).contains("NO_SUCH", "export it");
    assertThat(run("--header-env", "X-A=BROKEN").err()).contains("X-A").doesNotContain("a\nb");
    assertThat(run("--pid", "1", "--container", "x").err()).contains("use one of them");
    // The certificate is nobody's that this machine trusts.
    Rebound.Result distrusted = run();
    assertThat(distrusted.exitCode()).isEqualTo(2);
    assertThat(distrusted.err()).contains("GET /ping gave no answer");
  }
}
