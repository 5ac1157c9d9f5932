package rebound.fakedb.latency;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class LatencyWordsTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "5ms",
        "0.25ms",
        "1.5s",
        "{uniform: {min: 1ms, max: 3ms}}",
        "{normal: {mean: 10ms, sigma: 1ms}}",
        "{exponential: {mean: 4ms}}",
        "{lognormal: {median: 5ms, p99: 40ms}}",
        "{pareto: {min: 2ms, alpha: 1.5, max: 1s}}",
        "{bimodal: {share: 0.9, first: 1ms, second: {uniform: {min: 10ms, max: 30ms}}}}",
        "{modulated: {good: 1ms, bad: 50ms, goodStay: 10s, badStay: 1s}}",
        "{sized: {base: 1ms, bytesPerSecond: 1000000}}",
        "{lognormal: {median: 5ms, p99: 40ms}, max: 20ms}"
      })
  void whatIsWrittenReadsBackTheSame(String words) {
    LatencyModel model = LatencyWords.parse("latency", words);
    assertThat(LatencyWords.text(model)).isEqualTo(words);
    assertThat(LatencyWords.parse("latency", LatencyWords.text(model))).isEqualTo(model);
  }

  @Test
  void jsonIsReadToo() {
    assertThat(LatencyWords.parse("x", "{\"lognormal\":{\"median\":\"5ms\",\"p99\":\"40ms\"}}"))
        .isEqualTo(new LatencyModel.Lognormal(5_000_000, 40_000_000));
    assertThat(LatencyWords.parse("x", "\"5ms\"")).isEqualTo(new LatencyModel.Fixed(5_000_000));
    assertThat(LatencyWords.parse("x", "0")).isEqualTo(LatencyModel.NONE);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "5|'5' is no duration",
        "5 parsecs|'5 parsecs' is no duration",
        "-5ms|must be between 0 and 1h",
        "2h|must be between 0 and 1h",
        "{lognormal: {median: 5ms}}|needs p99",
        "{lognormal: {median: 5ms, p99: 1ms}}|median must be at most p99, not 5ms and 1ms",
        "{lognormal: {median: 5ms, p99: 9ms, p50: 1ms}}|unknown; known here are median, p99",
        "{gamma: {k: 1}}|needs one of [fixed",
        "{pareto: {min: 1ms, alpha: 2}}|needs max",
        "{bimodal: {share: 2, first: 1ms, second: 2ms}}|must be a number from 0 to 1, not '2'",
        "{modulated: {good: 1ms, bad: 2ms, goodStay: 0ms, badStay: 1s}}|stays must be above 0",
        "{empirical: {file: /nowhere.csv}}|cannot be read",
        "[1, 2]|must be one value",
        "{a: 1|is neither YAML nor JSON"
      })
  void complaintsNameTheSettingAndTheRemedy(String words, String complaint) {
    assertThatThrownBy(() -> LatencyWords.parse("latency", words))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("latency")
        .hasMessageContaining(complaint);
  }

  @Test
  void allComplaintsComeAtOnceWithTheirPlace() {
    assertThatThrownBy(
            () -> LatencyWords.parse("latency", "uniform:\n  min: x\n  max: y\n  mid: 1ms\n"))
        .hasMessageContaining("latency.uniform.min (line 2, column 8): 'x' is no duration")
        .hasMessageContaining("latency.uniform.max (line 3, column 8): 'y' is no duration")
        .hasMessageContaining("latency.uniform.mid (line 4, column 8): unknown");
  }
}
