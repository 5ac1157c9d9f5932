package rebound.soak.run;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import rebound.chaos.load.Endpoint;
import rebound.chaos.load.Request;
import rebound.soak.plan.Phase;
import rebound.soak.planfile.UsageException;

/// Sends one request to each route before any load, so that a table never holds the figures of a
/// page that does not exist.
final class RouteCheck {
  private static final Duration TIMEOUT = Duration.ofSeconds(10);

  private RouteCheck() {}

  /// Asks each route once.
  ///
  /// @throws UsageException with all routes that do not answer as the plan expects
  static void check(Endpoint endpoint, Crew crew, List<Phase> phases) throws InterruptedException {
    Set<String> seen = new LinkedHashSet<>();
    List<String> wrong = new ArrayList<>();
    try (HttpClient http =
        HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(TIMEOUT)
            .build()) {
      for (Phase phase : phases) {
        if (!crew.applicable(phase)) {
          continue;
        }
        for (Request request : crew.requests(phase)) {
          if (seen.add(request.method() + " " + request.path())) {
            String complaint = ask(http, endpoint, request);
            if (!complaint.isEmpty()) {
              wrong.add("phase " + phase.name() + ": " + complaint);
            }
          }
        }
      }
    }
    if (!wrong.isEmpty()) {
      wrong.add("map the route in the target file (routes: {name: /path}), or leave it out (none)");
      throw new UsageException(wrong);
    }
  }

  private static String ask(HttpClient http, Endpoint endpoint, Request request)
      throws InterruptedException {
    String what = request.method() + " " + request.path();
    try {
      HttpRequest.Builder builder =
          HttpRequest.newBuilder(
                  URI.create(
                      (endpoint.tls() ? "https://" : "http://")
                          + endpoint.host()
                          + ":"
                          + endpoint.port()
                          + request.path()))
              .timeout(TIMEOUT)
              .method(request.method(), HttpRequest.BodyPublishers.ofByteArray(request.body()));
      request.headers().forEach(builder::header);
      int status = http.send(builder.build(), HttpResponse.BodyHandlers.discarding()).statusCode();
      return request.expect().accepts(status)
          ? ""
          : what + " answered " + status + ", which the plan does not expect";
    } catch (IOException failed) {
      return what + " gave no answer: " + failed;
    }
  }
}
