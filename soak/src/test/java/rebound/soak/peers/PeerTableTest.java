package rebound.soak.peers;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

final class PeerTableTest {
  private static final PeerRow.Figures NONE =
      new PeerRow.Figures(true, null, null, null, null, null, null, null, null, null, null);

  @Test
  void aPhaseThatWouldOnlyRepeatTheArithmeticShowsItsCeiling() {
    List<String> cells = PeerTable.load(List.of(notRun(16.0))).rows().getFirst();

    assertThat(cells).startsWith("some", "≈ 16.0").endsWith("by arithmetic, not run");
  }

  @Test
  void aRouteThatATargetLacksIsSaidToBeMissing() {
    List<String> cells = PeerTable.load(List.of(notRun(null))).rows().getFirst();

    assertThat(cells).startsWith("some", "–").endsWith("no such route");
  }

  @Test
  void whatIsLimitedByADelayShowsItsShareOfTheCeiling() {
    PeerRow.Figures figures =
        new PeerRow.Figures(true, 3_151.0, 3_136.0, null, null, null, null, null, null, null, null);
    PeerRow row =
        new PeerRow(
            "some", "wait", "wait", true, true, true, 3_200.0, 0, figures, List.of(figures));

    assertThat(PeerTable.load(List.of(row)).header()).startsWith("target", "req/s", "of ceiling");
    assertThat(PeerTable.load(List.of(row)).rows().getFirst())
        .startsWith("some", "3,151", "98.0 %");
  }

  private static PeerRow notRun(Double ceilingPerSecond) {
    return new PeerRow(
        "some", "wait", "wait", false, true, true, ceilingPerSecond, 0, NONE, List.of(NONE));
  }
}
