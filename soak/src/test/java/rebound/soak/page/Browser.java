package rebound.soak.page;

import java.io.BufferedReader;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;
import tools.jackson.databind.json.JsonMapper;

/// A headless Chromium behind Debian's chromedriver, spoken to in W3C WebDriver's JSON. Used by one
/// thread.
final class Browser {
  private static final ObjectMapper JSON = JsonMapper.builder().build();
  private static final List<Path> PLACES =
      List.of(Path.of("/usr/bin/chromedriver"), Path.of("/usr/lib/chromium/chromedriver"));

  private final Process driver;
  private final HttpClient http = HttpClient.newHttpClient();
  private final String base;
  private final String session;

  private Browser(Process driver, int port) throws IOException, InterruptedException {
    this.driver = driver;
    this.base = "http://127.0.0.1:" + port;
    this.session = "/session/" + post("/session", CAPABILITIES).get("sessionId").asString();
  }

  private static final Map<String, Object> CAPABILITIES =
      Map.of(
          "capabilities",
          Map.of(
              "alwaysMatch",
              Map.of(
                  "goog:loggingPrefs",
                  Map.of("browser", "ALL"),
                  "goog:chromeOptions",
                  Map.of("args", List.of("--headless=new", "--no-sandbox", "--disable-gpu")))));

  /// True where Debian's chromium and chromium-driver are installed.
  static boolean installed() {
    return PLACES.stream().anyMatch(Files::isExecutable)
        && Files.isExecutable(Path.of("/usr/bin/chromium"));
  }

  static Browser start() throws IOException, InterruptedException {
    Path place = PLACES.stream().filter(Files::isExecutable).findFirst().orElseThrow();
    Process driver =
        new ProcessBuilder(place.toString(), "--port=0").redirectErrorStream(true).start();
    BufferedReader lines = driver.inputReader(StandardCharsets.UTF_8);
    for (String line = lines.readLine(); line != null; line = lines.readLine()) {
      if (line.contains("started successfully on port ")) {
        return new Browser(driver, Integer.parseInt(line.replaceAll(".*port (\\d+).*", "$1")));
      }
    }
    throw new IOException(place + " ended before it listened");
  }

  /// Opens a page as a screen of that size and scheme would.
  void open(Path page, int width, String scheme) throws IOException, InterruptedException {
    command(
        "Emulation.setEmulatedMedia",
        Map.of("features", List.of(Map.of("name", "prefers-color-scheme", "value", scheme))));
    command(
        "Emulation.setDeviceMetricsOverride",
        Map.of("width", width, "height", 900, "deviceScaleFactor", 1, "mobile", width < 500));
    post(session + "/url", Map.of("url", page.toUri().toString()));
  }

  /// Runs a script in the page and gives back what it returns.
  JsonNode run(String script) throws IOException, InterruptedException {
    return post(session + "/execute/sync", Map.of("script", script, "args", List.of()));
  }

  /// Messages of the console since the last call, with their level.
  List<String> console() throws IOException, InterruptedException {
    JsonNode entries = post(session + "/se/log", Map.of("type", "browser"));
    return entries
        .valueStream()
        .map(it -> it.get("level").asString() + " " + it.get("message").asString())
        .toList();
  }

  void command(String name, Map<String, Object> parameters)
      throws IOException, InterruptedException {
    post(session + "/goog/cdp/execute", Map.of("cmd", name, "params", parameters));
  }

  /// Plots whose canvas holds nothing but its background.
  int blankPlots() throws IOException, InterruptedException {
    return run("return [...document.querySelectorAll('.plot canvas')].filter(c => {"
            + "const d = c.getContext('2d').getImageData(0, 0, c.width, c.height).data;"
            + "let inked = 0; for (let i = 3; i < d.length; i += 4) if (d[i]) inked++;"
            + "return inked < 200; }).length")
        .asInt();
  }

  /// A picture of what is seen, PNG.
  byte[] picture() throws IOException, InterruptedException {
    return Base64.getDecoder()
        .decode(
            post(
                    session + "/goog/cdp/execute",
                    Map.of("cmd", "Page.captureScreenshot", "params", Map.of("format", "png")))
                .get("data")
                .asString());
  }

  /// Ends the browser and its driver.
  void close() throws IOException, InterruptedException {
    try {
      send(HttpRequest.newBuilder(URI.create(base + session)).DELETE());
    } finally {
      http.close();
      driver.destroy();
    }
  }

  private JsonNode post(String path, Map<String, Object> body)
      throws IOException, InterruptedException {
    return send(
        HttpRequest.newBuilder(URI.create(base + path))
            .POST(HttpRequest.BodyPublishers.ofString(JSON.writeValueAsString(body))));
  }

  private JsonNode send(HttpRequest.Builder request) throws IOException, InterruptedException {
    HttpResponse<String> response =
        http.send(
            request.timeout(Duration.ofMinutes(2)).build(), HttpResponse.BodyHandlers.ofString());
    if (response.statusCode() != 200) {
      throw new IOException("the browser refused: " + response.body());
    }
    return JSON.readTree(response.body()).get("value");
  }
}
