package rebound.soak.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import rebound.soak.evidence.sample.LivenessSample;
import rebound.soak.evidence.sample.LivenessSample.Outcome;
import rebound.soak.evidence.sample.Reading;
import rebound.soak.evidence.sample.TargetSample;
import rebound.soak.journal.Event;
import rebound.soak.journal.TrafficSecond;

class LivePanelTest {
  private final LivePanel panel = new LivePanel();

  private static Event.Second second(long residentBytes, long shed, Outcome outcome) {
    return new Event.Second(
        "c1024",
        0,
        List.of(
            new TrafficSecond(
                "users",
                1,
                31_300,
                31_204,
                31_204 - shed,
                shed,
                0,
                shed == 0 ? Map.of() : Map.of("shed", shed, "reset", 1L),
                1_020,
                1_024,
                1.923,
                16.21,
                121.3,
                1.9,
                16.0)),
        List.of(new TargetSample(0, Reading.of(residentBytes), Reading.of(0), 1)),
        List.of(),
        List.of(new LivenessSample(LivenessSample.Path.FRESH, 0, 0, 1, outcome, 200, "")),
        List.of());
  }

  private void threeSeconds() {
    panel.phase("5/11 1,024 connections", 8, 116);
    panel.second(1, second(70_000_000, 0, Outcome.OK));
    panel.second(2, second(71_000_000, 2_000, Outcome.SHED));
    panel.second(3, second(77_000_000, 1_500, Outcome.TIMEOUT));
  }

  @Test
  void showsWhatGoesOn() {
    threeSeconds();

    assertThat(panel.lines(80))
        .containsExactly(
            "5/11 1,024 connections",
            "███████████████░░░░░░░░░░░░░░░░░░░░░░░░░ 5 s left, 2:01 min in all",
            "rate    31,204 req/s, 29,704 good, 1,020 in flight on 1,024 connections",
            "time    p50 1.92 ms, p99 16 ms, longest 121 ms",
            "errors  3,500 shed, 2 reset",
            "memory  77 MB ▁▂█",
            "alive   ●◐○");
  }

  @Test
  void aNarrowTerminalCutsLinesAndKeepsTheLatestBars() {
    threeSeconds();

    assertThat(panel.lines(20))
        .containsExactly(
            "5/11 1,024 connect…",
            "███░░░░░ 5 s left,…",
            "rate    31,204 req…",
            "time    p50 1.92 m…",
            "errors  3,500 shed…",
            "memory  77 MB ▁▂█",
            "alive   ●◐○");
    for (int columns = 1; columns < 200; columns++) {
      int width = columns;
      assertThat(panel.lines(columns)).allMatch(line -> line.length() <= width);
    }
  }

  @Test
  void aRestHasNoRateAndANewPhaseNoErrorsOfTheOld() {
    threeSeconds();
    panel.phase("6/11 rest", 3_700, Double.NaN);
    panel.second(
        1, new Event.Second("rest", 0, List.of(), List.of(), List.of(), List.of(), List.of()));

    assertThat(panel.lines(80))
        .contains("rate    at rest", "time    –", "errors  none in this phase", "alive   ●◐○·")
        .anyMatch(line -> line.endsWith(" 1:01 h left"));
  }
}
