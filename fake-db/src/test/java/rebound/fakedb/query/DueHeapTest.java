package rebound.fakedb.query;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class DueHeapTest {
  @Test
  void queriesLeaveByTheirInstantAndEqualOnesAsTheyCame() {
    DueHeap heap = new DueHeap();
    Random random = new Random(5);
    List<Query> expected = new ArrayList<>();
    for (int i = 0; i < 5_000; i++) {
      Query query = new Query(null, i, new byte[0]);
      query.dueNanos = random.nextInt(500) - 250 + Long.MAX_VALUE - 100;
      expected.add(query);
      heap.add(query, query.dueNanos);
    }
    // Instants wrap around: nearer the start of the count is later here.
    expected.sort(
        (one, other) ->
            one.dueNanos == other.dueNanos
                ? Long.compare(one.arrivalNanos, other.arrivalNanos)
                : Long.signum(one.dueNanos - other.dueNanos));
    List<Query> polled = new ArrayList<>();
    while (heap.size() > 0) {
      polled.add(heap.poll());
    }
    assertThat(polled).isEqualTo(expected);
    assertThat(heap.nextNanos()).isEqualTo(Long.MAX_VALUE);
  }

  @Test
  void additionsBetweenDoNotDisturbTheOrder() {
    DueHeap heap = new DueHeap();
    Random random = new Random(6);
    long now = 0;
    for (int i = 0; i < 20_000; i++) {
      heap.add(new Query(null, 0, new byte[0]), now + random.nextInt(1_000));
      if (random.nextInt(3) > 0 && heap.size() > 0) {
        long next = heap.nextNanos();
        assertThat(next).isGreaterThanOrEqualTo(now);
        heap.poll();
        now = next;
      }
    }
  }
}
