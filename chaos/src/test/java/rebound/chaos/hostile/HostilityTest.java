package rebound.chaos.hostile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import rebound.chaos.hostile.swarm.Bounds;

class HostilityTest {
  private static final Bounds BOUNDS = new Bounds(10, 100, Duration.ofSeconds(5));

  private static RetryStorm storm(RetryStorm.Backoff backoff) {
    return new RetryStorm(
        BOUNDS,
        "/",
        Duration.ofSeconds(1),
        3,
        backoff,
        Duration.ofMillis(10),
        Duration.ofMillis(50),
        0);
  }

  @Test
  void boundsAreSaidInWords() {
    assertThat(new Bounds(4_096, 5_000, Duration.ZERO).words(Duration.ofSeconds(10)))
        .isEqualTo("at most 4,096 connections at once and 5,000 opened a second, for 10.0 s");
    assertThat(BOUNDS.mostOpened(Duration.ofSeconds(10))).isEqualTo(1_010);
  }

  @Test
  void boundsThatBoundNothingAreRefused() {
    assertThatIllegalArgumentException().isThrownBy(() -> new Bounds(0, 1, Duration.ZERO));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Bounds(1, Double.POSITIVE_INFINITY, Duration.ZERO))
        .withMessageContaining("Infinity");
  }

  @Test
  void pausesGrowAsTheirBackoffSays() {
    SplittableRandom random = new SplittableRandom(1);
    assertThat(storm(RetryStorm.Backoff.FIXED).pauseNanos(3, random)).isEqualTo(10_000_000L);
    assertThat(storm(RetryStorm.Backoff.EXPONENTIAL).pauseNanos(1, random)).isEqualTo(10_000_000L);
    assertThat(storm(RetryStorm.Backoff.EXPONENTIAL).pauseNanos(3, random)).isEqualTo(40_000_000L);
    assertThat(storm(RetryStorm.Backoff.EXPONENTIAL).pauseNanos(9, random)).isEqualTo(50_000_000L);
    for (int i = 0; i < 1_000; i++) {
      assertThat(storm(RetryStorm.Backoff.JITTERED).pauseNanos(3, random))
          .isBetween(1L, 40_000_000L);
    }
  }

  @Test
  void aPathThatIsNoneIsRefusedWithItsValue() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Churn(BOUNDS, "no slash"))
        .withMessageContaining("'no slash'");
  }
}
