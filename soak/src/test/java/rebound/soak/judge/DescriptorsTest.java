package rebound.soak.judge;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import rebound.soak.Records;
import rebound.soak.evidence.PhaseRecord;

class DescriptorsTest {
  private static final String LEFT = "memoryReturn.descriptorsLeft";

  @Test
  void theLastRestIsHeldAgainstTheFirst() {
    List<PhaseRecord> phases =
        List.of(
            Records.holding("warm", "rest", 84L),
            Records.holding("c64", "load", 148L),
            Records.holding("between", "rest", 90L),
            Records.holding("rest", "rest", 96L));

    assertThat(Descriptors.left(phases)).isEqualTo(12);
    assertThat(Descriptors.notOffered(LEFT, phases)).isEmpty();
  }

  @Test
  void withoutTwoRestsOrACountNothingIsSaid() {
    PhaseRecord warm = Records.holding("warm", "rest", 84L);
    PhaseRecord blind = Records.holding("rest", "rest", null);

    assertThat(Descriptors.left(List.of(warm))).isNull();
    assertThat(Descriptors.left(List.of(warm, blind))).isNull();
    // One that was missed is a figure that is missing; none at all is a source without them.
    assertThat(Descriptors.notOffered(LEFT, List.of(warm, blind))).isEmpty();
    assertThat(Descriptors.notOffered(LEFT, List.of(blind, blind))).contains("nobody counts");
    assertThat(Descriptors.notOffered("memoryReturn.settledRatio", List.of(blind))).isEmpty();
  }
}
