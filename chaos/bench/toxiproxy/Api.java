import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The few requests that the measurements need.
final class Api {
  private static final Pattern LISTEN = Pattern.compile("\"listen\":\"[^\"]*:(\\d+)\"");

  private final HttpClient http =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
  private final URI api;

  Api(URI api) {
    this.api = api;
  }

  int proxy(String name, int upstreamPort) throws IOException, InterruptedException {
    String answer =
        send(
            "POST",
            "/proxies",
            "{\"name\":\"%s\",\"listen\":\"127.0.0.1:0\",\"upstream\":\"127.0.0.1:%d\"}"
                .formatted(name, upstreamPort));
    Matcher listen = LISTEN.matcher(answer);
    if (!listen.find()) {
      throw new IOException("no port in " + answer);
    }
    return Integer.parseInt(listen.group(1));
  }

  void toxic(String proxy, String type, String attributes)
      throws IOException, InterruptedException {
    send(
        "POST",
        "/proxies/" + proxy + "/toxics",
        "{\"type\":\"" + type + "\",\"attributes\":{" + attributes + "}}");
  }

  void deleteToxic(String proxy, String toxic) throws IOException, InterruptedException {
    send("DELETE", "/proxies/" + proxy + "/toxics/" + toxic, "");
  }

  void delete(String proxy) throws IOException, InterruptedException {
    send("DELETE", "/proxies/" + proxy, "");
  }

  private String send(String method, String path, String body)
      throws IOException, InterruptedException {
    HttpResponse<String> response =
        http.send(
            HttpRequest.newBuilder(api.resolve(path))
                .method(method, HttpRequest.BodyPublishers.ofString(body))
                .build(),
            HttpResponse.BodyHandlers.ofString());
    if (response.statusCode() >= 300) {
      throw new IOException(method + " " + path + ": " + response.body());
    }
    return response.body();
  }
}
