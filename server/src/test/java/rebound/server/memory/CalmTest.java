package rebound.server.memory;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/// When a load counts as over.
final class CalmTest {
  private final Calm calm = new Calm();

  private boolean seconds(int count, long requests) {
    boolean over = false;
    for (int i = 0; i < count; i++) {
      over |= calm.second(requests);
    }
    return over;
  }

  @Test
  void aLoadIsOverAfterThreeQuietSeconds() {
    assertThat(seconds(10, 30_000)).isFalse();
    assertThat(seconds(2, 4)).isFalse();
    assertThat(seconds(1, 4)).isTrue();
  }

  @Test
  void itIsSaidOnceForEachLoad() {
    seconds(1, 30_000);
    assertThat(seconds(3, 0)).isTrue();
    assertThat(seconds(60, 4)).isFalse();
    seconds(1, 5_000);
    assertThat(seconds(3, 4)).isTrue();
  }

  @Test
  void aSteadyLoadAndAShortPauseAreNoEnd() {
    assertThat(seconds(3_600, 500)).isFalse();
    seconds(2, 0);
    assertThat(seconds(10, 500)).isFalse();
  }

  @Test
  void whatWasNeverALoadHasNoEnd() {
    seconds(10, 20);
    assertThat(seconds(60, 0)).isFalse();
  }
}
