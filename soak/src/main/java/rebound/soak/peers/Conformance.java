package rebound.soak.peers;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import rebound.chaos.load.Endpoint;
import rebound.chaos.load.LoadModel;
import rebound.chaos.load.Request;
import rebound.soak.plan.LoadPlan;
import rebound.soak.plan.Phase;
import rebound.soak.plan.Plan;
import rebound.soak.plan.PopulationPlan;
import rebound.soak.plan.RequestPlan;
import rebound.soak.target.TargetSpec;

/// Whether a target does the work that the reference does: each of a plan's requests is asked of
/// both, and a body of JSON also cut in half, which must be refused alike. Used by one thread.
final class Conformance {
  private static final Duration TIMEOUT = Duration.ofSeconds(10);

  private final List<Question> questions;

  /// The questions of a plan.
  Conformance(Plan plan) {
    this.questions = questions(plan);
  }

  /// Something to ask.
  ///
  /// @param route by which a target file maps it or leaves it out
  /// @param name for people
  /// @param request what is sent; null for a WebSocket message
  private record Question(String route, String name, Request request) {}

  /// Asks a target all questions for which it has a route.
  ///
  /// @return the answers by the question's name
  Map<String, RouteAnswer> ask(Endpoint endpoint, TargetSpec spec) throws InterruptedException {
    Map<String, RouteAnswer> answers = new LinkedHashMap<>();
    try (HttpClient http =
        HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(TIMEOUT)
            .build()) {
      for (Question question : questions) {
        String mapped = spec.routes().get(question.route());
        if (!TargetSpec.NO_ROUTE.equals(mapped)) {
          answers.put(question.name(), answer(http, endpoint, question, mapped));
        }
      }
    }
    return answers;
  }

  /// What a target answers otherwise than the reference, a sentence each.
  static List<String> differences(
      Map<String, RouteAnswer> reference, Map<String, RouteAnswer> answers) {
    List<String> differences = new ArrayList<>();
    answers.forEach(
        (name, answer) -> {
          RouteAnswer right = reference.get(name);
          if (right == null) {
            differences.add(name + ": the reference has no such route");
          } else {
            right.differences(answer).forEach(it -> differences.add(name + ": " + it));
          }
        });
    return differences;
  }

  private static List<Question> questions(Plan plan) {
    Map<String, Question> questions = new LinkedHashMap<>();
    for (Phase phase : plan.phases()) {
      for (PopulationPlan population : phase.populations()) {
        if (population.load() instanceof LoadPlan.Fixed(LoadModel.WebSocketEcho _)) {
          questions.putIfAbsent("a WebSocket message", webSocket(population));
          continue;
        }
        for (RequestPlan request : population.requests()) {
          add(questions, request.route(), "", request.request());
          if (sendsJson(request.request())) {
            add(questions, request.route(), " with half its body", halved(request.request()));
          }
        }
      }
    }
    return List.copyOf(questions.values());
  }

  private static Question webSocket(PopulationPlan population) {
    String route = population.requests().stream().map(RequestPlan::route).findFirst().orElse("ws");
    return new Question(route, "a WebSocket message", null);
  }

  private static void add(
      Map<String, Question> questions, String route, String how, Request request) {
    String name = request.method() + " " + request.path() + how;
    questions.putIfAbsent(name, new Question(route, name, request));
  }

  private static boolean sendsJson(Request request) {
    return request.body().length > 1
        && request.headers().values().stream().anyMatch(it -> it.startsWith("application/json"));
  }

  private static Request halved(Request request) {
    return new Request(
        request.method(),
        request.path(),
        request.headers(),
        Arrays.copyOf(request.body(), request.body().length / 2),
        request.expect(),
        request.weight());
  }

  private static RouteAnswer answer(
      HttpClient http, Endpoint endpoint, Question question, String mapped)
      throws InterruptedException {
    String authority = endpoint.host() + ":" + endpoint.port();
    if (question.request() == null) {
      String path = mapped == null ? "/ws" : mapped;
      return WebSocketAnswer.ask(http, URI.create("ws://" + authority + path), TIMEOUT);
    }
    Request request = question.request();
    String path = mapped == null ? request.path() : mapped;
    HttpRequest.Builder builder =
        HttpRequest.newBuilder(URI.create("http://" + authority + path))
            .timeout(TIMEOUT)
            .method(request.method(), HttpRequest.BodyPublishers.ofByteArray(request.body()));
    request.headers().forEach(builder::header);
    try {
      HttpResponse<byte[]> response =
          http.send(builder.build(), HttpResponse.BodyHandlers.ofByteArray());
      return RouteAnswer.of(response.statusCode(), response.headers().map(), response.body());
    } catch (IOException failed) {
      return new RouteAnswer(0, Map.of(), failed.toString());
    }
  }
}
