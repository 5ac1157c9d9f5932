package rebound.chaos.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class MixTest {
  private static Request weighing(int weight) {
    return new Request(
        "GET", "/" + weight, Map.of(), new byte[0], Request.Expectation.status(200), weight);
  }

  private static int[] draw(Mix mix, int kinds, int draws) {
    int[] counts = new int[kinds];
    for (int i = 0; i < draws; i++) {
      counts[mix.next()]++;
    }
    return counts;
  }

  @Test
  void dealsByWeight() {
    int[] counts = draw(Mix.of(List.of(weighing(3), weighing(1)), 1), 2, 16_384);
    assertThat(counts).containsExactly(12_288, 4_096);
  }

  @Test
  void dealsRareRequestsToo() {
    List<Request> requests = new ArrayList<>();
    for (int i = 0; i < 60; i++) {
      requests.add(weighing(50));
    }
    requests.add(weighing(1));
    int[] counts = draw(Mix.of(requests, 1), 61, 30_010);
    assertThat(counts[60]).isCloseTo(10, within(6));
    assertThat(counts[0]).isCloseTo(500, within(60));
  }

  @Test
  void dealsHugeWeightsInProportion() {
    int[] counts = draw(Mix.of(List.of(weighing(1_000_000), weighing(1_000_000)), 1), 2, 16_384);
    assertThat(counts).containsExactly(8_192, 8_192);
  }

  @Test
  void theSeedAloneDecidesTheOrder() {
    List<Request> requests = List.of(weighing(1), weighing(1), weighing(1));
    Mix one = Mix.of(requests, 7);
    Mix same = Mix.of(requests, 7);
    Mix other = Mix.of(requests, 8);
    int differing = 0;
    for (int i = 0; i < 1_000; i++) {
      int next = one.next();
      assertThat(same.next()).isEqualTo(next);
      differing += other.next() == next ? 0 : 1;
    }
    assertThat(differing).isGreaterThan(500);
  }
}
