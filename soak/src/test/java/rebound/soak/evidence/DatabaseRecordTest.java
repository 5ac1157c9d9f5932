package rebound.soak.evidence;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class DatabaseRecordTest {
  @Test
  void complainsOfADatabaseThatMissedItsDelays() {
    assertThat(new DatabaseRecord(1_000, 0.7, 12.0, 30, "INACCURATE").complaint())
        .isEqualTo(
            "the fake database answered late: median 0.70 ms, p99 12.00 ms beyond what was asked, at"
                + " most 0.50 ms and the greater of 5 ms and 10 %");
  }

  @Test
  void hasNothingAgainstAnAccurateOneOrOneThatWasNotAsked() {
    assertThat(new DatabaseRecord(1_000, 0.1, 1.0, 0, "ACCURATE").complaint()).isNull();
    assertThat(new DatabaseRecord(0, null, null, 0, "TOO_FEW").complaint()).isNull();
  }
}
