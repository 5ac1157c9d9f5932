package rebound.chaos.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

class MemoryPressureTest {
  @Test
  void readsWhatIsAvailable() throws IOException {
    assertThat(
            MemoryPressure.availableBytes(
                List.of("MemTotal:  24105000 kB", "MemAvailable:   2048 kB")))
        .isEqualTo(2 * 1024 * 1024);
  }

  @Test
  void leavesAReserveToTheMachine() {
    long available = MemoryPressure.RESERVE_BYTES + 10;
    assertThatThrownBy(() -> MemoryPressure.of(11, available))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "memory pressure of 11 bytes does not fit: 268435466 are available and 268435456 stay"
                + " free; use less");
  }
}
