package rebound.soak.run;

import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import rebound.chaos.load.Endpoint;
import rebound.chaos.load.Request;
import rebound.soak.plan.Phase;
import rebound.soak.planfile.UsageException;
import rebound.soak.target.StartException;

/// Sends one request to each route before any load, so that a table never holds the figures of a
/// page that does not exist.
final class RouteCheck {
  private static final Duration TIMEOUT = Duration.ofSeconds(30);

  private static final String NOBODY = " was refused a connection";
  private static final int NEVER_READY = 5;

  private RouteCheck() {}

  /// Asks each route once, all at the same time: some take as long as the dependency they wait for.
  ///
  /// @throws UsageException with all routes that do not answer as the plan expects
  /// @throws StartException where nobody listens
  static void check(Endpoint endpoint, Crew crew, List<Phase> phases)
      throws InterruptedException, StartException {
    Map<String, CompletableFuture<String>> answers = new LinkedHashMap<>();
    Set<String> asked = new HashSet<>();
    try (HttpClient http =
        HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(TIMEOUT)
            .sslContext(endpoint.security().context())
            .build()) {
      for (Phase phase : phases) {
        if (crew.applicable(phase)) {
          for (Request request : crew.requests(phase)) {
            String what = request.method() + " " + request.path();
            if (asked.add(what)) {
              answers.put("phase " + phase.name() + ": " + what, ask(http, endpoint, request));
            }
          }
        }
      }
      refuse(endpoint, answers);
    }
  }

  private static void refuse(Endpoint endpoint, Map<String, CompletableFuture<String>> answers)
      throws StartException {
    List<String> wrong = new ArrayList<>();
    answers.forEach(
        (what, answer) -> {
          String complaint = answer.join();
          if (!complaint.isEmpty()) {
            wrong.add(what + complaint);
          }
        });
    if (!wrong.isEmpty() && wrong.stream().allMatch(it -> it.endsWith(NOBODY))) {
      throw new StartException(
          NEVER_READY,
          "nothing listens at "
              + endpoint.authority()
              + ": start your server first, or mend its address");
    }
    if (!wrong.isEmpty()) {
      wrong.add("map the route in the target file (routes: {name: /path}), or leave it out (none)");
      throw new UsageException(wrong);
    }
  }

  private static CompletableFuture<String> ask(
      HttpClient http, Endpoint endpoint, Request request) {
    HttpRequest.Builder builder =
        HttpRequest.newBuilder(
                URI.create(
                    (endpoint.tls() ? "https://" : "http://")
                        + endpoint.authority()
                        + request.path()))
            .timeout(TIMEOUT)
            .method(request.method(), HttpRequest.BodyPublishers.ofByteArray(request.body()));
    request.headers().forEach(builder::header);
    return http.sendAsync(builder.build(), HttpResponse.BodyHandlers.discarding())
        .handle(
            (response, failed) -> {
              if (failed != null) {
                Throwable cause =
                    failed instanceof CompletionException && failed.getCause() != null
                        ? failed.getCause()
                        : failed;
                return cause instanceof ConnectException ? NOBODY : " gave no answer: " + cause;
              }
              int status = response.statusCode();
              return request.expect().accepts(status)
                  ? ""
                  : " answered " + status + ", which the plan does not expect";
            });
  }
}
