package rebound.fakedb.words;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SettingTest {
  @ParameterizedTest
  @ValueSource(strings = {"[", "{a: ", "- [", "? "})
  void nestingThatWouldOverflowTheStackIsRefused(String piece) {
    assertThatThrownBy(() -> Setting.parse("x", piece.repeat(100_000), Setting::text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("x: ");
  }

  @Test
  void aliasesThatWouldFillTheMemoryAreRefused() {
    StringBuilder laughs = new StringBuilder("a0: &a0 [x]\n");
    for (int i = 1; i < 30; i++) {
      laughs.append("a" + i + ": &a" + i + " [*a" + (i - 1) + ", *a" + (i - 1) + "]\n");
    }
    assertThatThrownBy(() -> Setting.parse("x", laughs.toString(), s -> s.entries().size()))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void duplicateKeysAreRefused() {
    assertThatThrownBy(() -> Setting.parse("x", "{a: 1, a: 2}", s -> s.entries().size()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("a");
  }

  @ParameterizedTest
  @CsvSource({
    "0,0",
    "250us,250000",
    "5ms,5000000",
    "1.5s,1500000000",
    "2m,120000000000",
    "1h,3600000000000"
  })
  void durationsReadAsTheyAreWritten(String text, long nanos) {
    assertThat(Durations.parse(text)).isEqualTo(nanos);
    assertThat(Durations.parse(Durations.text(nanos))).isEqualTo(nanos);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "ms", "1e999999999s", "5 m s", "NaNms", "0x5ms", "1e-999999999s"})
  void whatIsNoDurationIsRefused(String text) {
    assertThatThrownBy(() -> Durations.parse(text)).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void jsonIsWrittenSoThatAnybodyCanReadIt() {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("text", "a \"b\"\n\u0001\\");
    map.put("list", Arrays.asList(1, 2.5, true, null));
    map.put("empty", List.of());
    map.put("nan", Double.NaN);
    assertThat(Json.text(map))
        .isEqualTo(
            """
            {
              "text": "a \\"b\\"\\n\\u0001\\\\",
              "list": [
                1,
                2.5,
                true,
                null
              ],
              "empty": [],
              "nan": null
            }
            """);
  }
}
