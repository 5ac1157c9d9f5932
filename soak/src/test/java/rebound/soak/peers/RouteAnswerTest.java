package rebound.soak.peers;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class RouteAnswerTest {
  private static RouteAnswer json(String body) {
    return RouteAnswer.of(
        200,
        Map.of("Content-Type", List.of("application/json"), "Date", List.of("today")),
        body.getBytes(UTF_8));
  }

  @Test
  void whiteSpaceOrderOfMembersCharsetAndTheDatesTimeDoNotMatter() {
    RouteAnswer other =
        RouteAnswer.of(
            200,
            Map.of(
                "content-type",
                List.of("Application/JSON; charset=utf-8"),
                "date",
                List.of("yesterday")),
            "{ \"b\": [1, 2], \"a\": 1 }".getBytes(UTF_8));
    assertThat(json("{\"a\":1,\"b\":[1,2]}").differences(other)).isEmpty();
  }

  @Test
  void aMissingDateMatters() {
    RouteAnswer dated = RouteAnswer.of(204, Map.of("Date", List.of("today")), new byte[0]);
    assertThat(dated.differences(RouteAnswer.of(204, Map.of(), new byte[0])))
        .containsExactly("header date: none, the reference has present");
  }

  @Test
  void valuesAndTheOrderOfListsDoMatter() {
    assertThat(json("{\"a\":[1,2]}").differences(json("{\"a\":[2,1]}")))
        .containsExactly("body '{\"a\":[2,1]}', the reference has '{\"a\":[1,2]}'");
  }

  @Test
  void aMissingCookieMatters() {
    RouteAnswer right =
        RouteAnswer.of(200, Map.of("Set-Cookie", List.of("a=1", "b=2")), new byte[0]);
    RouteAnswer wrong = RouteAnswer.of(200, Map.of("set-cookie", List.of("a=1")), new byte[0]);
    assertThat(right.differences(wrong))
        .containsExactly("header set-cookie: a=1, the reference has a=1 | b=2");
  }

  @Test
  void aConnectionThatEndsWithTheAnswerMatters() {
    RouteAnswer closing = RouteAnswer.of(200, Map.of("connection", List.of("close")), new byte[0]);
    assertThat(RouteAnswer.of(200, Map.of(), new byte[0]).differences(closing)).hasSize(1);
  }

  @Test
  void ofARefusalOnlyTheStatusMatters() {
    RouteAnswer right = RouteAnswer.of(400, Map.of("x-why", List.of("a")), "a".getBytes(UTF_8));
    RouteAnswer alike = RouteAnswer.of(400, Map.of(), "b".getBytes(UTF_8));
    assertThat(right.differences(alike)).isEmpty();
    assertThat(right.differences(RouteAnswer.of(422, Map.of(), new byte[0])))
        .containsExactly("status 422, the reference has 400");
  }
}
