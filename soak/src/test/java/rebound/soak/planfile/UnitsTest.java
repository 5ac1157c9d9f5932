package rebound.soak.planfile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class UnitsTest {
  @ParameterizedTest
  @CsvSource({"10s,10000", "250ms,250", "1.5h,5400000", "2m,120000", "1d,86400000"})
  void readsDurations(String text, long millis) {
    assertThat(Units.duration(text)).isEqualTo(Duration.ofMillis(millis));
  }

  @ParameterizedTest
  @ValueSource(strings = {"10", "s", "-5s", "10 s", "10sec", "1e3s", "", "NaNs", "9999999999d"})
  void refusesWhatIsNoDuration(String text) {
    assertThatThrownBy(() -> Units.duration(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("'" + text + "'");
  }

  @Test
  void readsSizesInPowersOfTwoAndOfTen() {
    assertThat(Units.bytes("64MiB")).isEqualTo(64L << 20);
    assertThat(Units.bytes("64MB")).isEqualTo(64_000_000L);
    assertThatThrownBy(() -> Units.bytes("9223372036854775807GiB")).hasMessageContaining("large");
    assertThatThrownBy(() -> Units.bytes("64M")).hasMessageContaining("'64M'");
  }

  @Test
  void readsRatesBelowOnePerSecondExactly() {
    assertThat(Units.perSecond("500/s")).isEqualTo(500);
    assertThat(Units.perSecond("24/m")).isEqualTo(0.4);
    assertThat(Units.perSecond("6/h")).isEqualTo(6 / 3600.0);
    assertThatThrownBy(() -> Units.perSecond("500")).hasMessageContaining("500/s");
  }

  @ParameterizedTest
  @ValueSource(strings = {"2s", "1500ms", "4h", "90s", "7us", "1ms"})
  void writesWhatItReads(String text) {
    assertThat(Units.duration(Units.write(Units.duration(text)))).isEqualTo(Units.duration(text));
  }
}
