package rebound.server.json;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class JsonBytesTest {
  /// Short ones have room for the longest escapes, long ones are measured first.
  @ParameterizedTest
  @ValueSource(ints = {1, 50, 300, 100_000})
  void stringsOfAnyLengthAreEscaped(int times) {
    byte[] json = new JsonBytes(16).string("a\"\\\u0001\nü€😀\uD800".repeat(times)).toBytes();

    assertThat(json)
        .asString(UTF_8)
        .isEqualTo("\"" + "a\\\"\\\\\\u0001\\nü€😀\uFFFD".repeat(times) + "\"");
  }
}
