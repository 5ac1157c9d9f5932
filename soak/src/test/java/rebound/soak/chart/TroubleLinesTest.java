package rebound.soak.chart;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import rebound.soak.journal.TrafficSecond;

final class TroubleLinesTest {
  private final TroubleLines lines = new TroubleLines(new TimeGrid(2, 3));

  @Test
  void eachKindHasALineAndAQuietSecondIsZero() {
    lines.add(0.5, List.of(second(Map.of("reset", 4L, "shed", 1L))), 1);
    lines.add(1.5, List.of(second(Map.of())), 1);
    lines.add(2.5, List.of(second(Map.of())), 1);

    Plot plot = lines.plot();

    assertThat(plot.lines()).extracting(Line::label).containsExactly("reset", "shed");
    assertThat(plot.lines().getFirst().values()).containsExactly(2.0, 0.0, null);
    assertThat(plot.lines().getFirst().low()).containsExactly(0.0, 0.0, null);
    assertThat(plot.lines().getFirst().high()).containsExactly(4.0, 0.0, null);
  }

  @Test
  void rareKindsShareALine() {
    Map<String, Long> kinds = new TreeMap<>();
    for (int i = 0; i < 12; i++) {
      kinds.put("kind " + i, 100L - i);
    }
    lines.add(0.5, List.of(second(kinds)), 1);

    Plot plot = lines.plot();

    assertThat(plot.lines()).hasSize(Line.COLOURS);
    assertThat(plot.lines().getLast().label()).isEqualTo("all others");
    assertThat(plot.lines().getLast().values().getFirst()).isEqualTo(93.0 + 92 + 91 + 90 + 89);
  }

  @Test
  void nothingWrongIsALineOfZeros() {
    lines.add(0.5, List.of(second(Map.of())), 1);

    assertThat(lines.plot().drawable()).isTrue();
    assertThat(lines.plot().title()).endsWith("nothing did");
  }

  @Test
  void aJournalFromBeforeTheKindsHasItsSums() {
    lines.add(
        0.5,
        List.of(new TrafficSecond("users", 1, 9, 8, 5, 1, 2, null, 1, 64, 1.0, 1.0, 1.0, 1.0, 1.0)),
        1);

    assertThat(lines.plot().lines())
        .extracting(Line::label)
        .containsExactlyInAnyOrder("failed", "shed", "wrong or late");
  }

  private static TrafficSecond second(Map<String, Long> troubles) {
    return new TrafficSecond("users", 1, 9, 8, 7, 1, 0, troubles, 1, 64, 1.0, 1.0, 1.0, 1.0, 1.0);
  }
}
