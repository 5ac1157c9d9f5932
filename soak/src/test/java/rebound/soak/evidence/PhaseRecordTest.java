package rebound.soak.evidence;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import rebound.soak.Records;

class PhaseRecordTest {
  @Test
  void refusalsReachNoCeiling() {
    assertThat(Records.refusing("one-5s", 17.92, 12.16, 12.8).ceilingRatio()).isEqualTo(0.95);
  }

  @Test
  void withoutACeilingNothingIsReached() {
    assertThat(Records.phase("c64", 5_000, 500).ceilingRatio()).isNull();
  }
}
