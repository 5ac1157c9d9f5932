package rebound.chaos.hostile;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import rebound.chaos.load.Request;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class InvalidJsonTest {
  private static final JsonMapper STRICT =
      JsonMapper.builder().enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS).build();

  /// What a todo endpoint may take: an object with a string as title and a boolean, if anything, as
  /// done.
  private static boolean isTodo(byte[] body) {
    try {
      String text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(body)).toString();
      JsonNode node = STRICT.readTree(text);
      return node.isObject()
          && node.path("title").isString()
          && (node.path("done").isMissingNode() || node.path("done").isBoolean());
    } catch (CharacterCodingException | JacksonException e) {
      return false;
    }
  }

  @Test
  void noBodyIsATodo() {
    for (long seed = 0; seed < 20; seed++) {
      for (Request request : InvalidJson.requests("PUT", "/todos/1", seed)) {
        assertThat(isTodo(request.body()))
            .as("seed %d: %s", seed, new String(request.body(), StandardCharsets.ISO_8859_1))
            .isFalse();
      }
    }
    assertThat(isTodo("{\"title\":\"a\",\"done\":true}".getBytes(StandardCharsets.UTF_8)))
        .as("the judge takes a todo")
        .isTrue();
  }

  @Test
  void everyAnswerMustBe400() {
    List<Request> requests = InvalidJson.requests("POST", "/todos", 1);
    assertThat(requests)
        .allSatisfy(
            request -> {
              assertThat(request.method()).isEqualTo("POST");
              assertThat(request.path()).isEqualTo("/todos");
              assertThat(request.expect().accepts(400)).isTrue();
              assertThat(request.expect().accepts(200)).isFalse();
            });
  }

  @Test
  void allFamiliesAreThere() {
    List<Request> requests = InvalidJson.requests("PUT", "/todos/1", 1);
    assertThat(requests).anyMatch(request -> request.body().length == 0);
    assertThat(requests).anyMatch(request -> request.body().length > 1_000_000);
    assertThat(requests)
        .anyMatch(request -> new String(request.body(), StandardCharsets.UTF_8).contains("[[[["));
    assertThat(requests).allSatisfy(r -> assertThat(r.body().length).isLessThan(2 << 20));
  }

  @Test
  void theSeedAloneDecides() {
    List<Request> one = InvalidJson.requests("PUT", "/todos/1", 7);
    List<Request> same = InvalidJson.requests("PUT", "/todos/1", 7);
    for (int i = 0; i < one.size(); i++) {
      assertThat(one.get(i).body()).isEqualTo(same.get(i).body());
    }
  }
}
