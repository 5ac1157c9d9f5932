package rebound.chaos.loop;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class TimerHeapTest {
  private final TimerHeap heap = new TimerHeap();

  @Test
  void ringsInOrderHoweverAlarmsAreSetResetAndCleared() {
    SplittableRandom random = new SplittableRandom(5);
    List<Timer> timers = new ArrayList<>();
    for (int i = 0; i < 500; i++) {
      timers.add(new Timer(_ -> {}));
    }
    long base = Long.MAX_VALUE - 1_000;
    for (int i = 0; i < 20_000; i++) {
      Timer timer = timers.get(random.nextInt(timers.size()));
      if (random.nextInt(4) == 0) {
        heap.clear(timer);
        assertThat(timer.isSet()).isFalse();
      } else {
        // Instants wrap around, as those of System.nanoTime() may.
        heap.set(timer, base + random.nextInt(10_000));
        assertThat(timer.isSet()).isTrue();
      }
    }
    assertThat((long) heap.size()).isEqualTo(timers.stream().filter(Timer::isSet).count());
    long last = base;
    while (heap.first() != null) {
      Timer first = heap.first();
      assertThat(first.dueNanos() - last).isNotNegative();
      last = first.dueNanos();
      heap.clear(first);
    }
    assertThat(timers).noneMatch(Timer::isSet);
  }

  @Test
  void clearingWhatIsNotSetDoesNothing() {
    heap.clear(new Timer(_ -> {}));
    assertThat(heap.first()).isNull();
  }
}
