package rebound.chaos.load;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class FlightsTest {
  @Test
  void keepsRequestsInOrderRoundAndRound() {
    Flights flights = new Flights(5);
    for (int round = 0; round < 20; round++) {
      for (int i = 0; i < 5; i++) {
        flights.add(i, i % 2 == 1, 100 * round + i, 200 * round + i);
      }
      assertThat(flights.count()).isEqualTo(5);
      assertThat(flights.unwritten()).isEqualTo(5);
      assertThat(flights.unwrittenKind(4)).isEqualTo(4);
      for (int i = 0; i < 5; i++) {
        assertThat(flights.unwrittenKind()).isEqualTo(i);
        flights.written(300 * round + i);
      }
      for (int i = 0; i < 5; i++) {
        assertThat(flights.headKind()).isEqualTo(i);
        assertThat(flights.headIsRetry()).isEqualTo(i % 2 == 1);
        assertThat(flights.headIntended()).isEqualTo(100L * round + i);
        assertThat(flights.headDispatched()).isEqualTo(200L * round + i);
        assertThat(flights.headSent()).isEqualTo(300L * round + i);
        flights.removeHead();
      }
      assertThat(flights.count()).isZero();
    }
  }

  @Test
  void anAnswerMayComeBeforeItsRequestIsWritten() {
    Flights flights = new Flights(1);
    flights.add(7, false, 1, 2);
    assertThat(flights.headIsWritten()).isFalse();
    assertThat(flights.headSent()).isEqualTo(2);
    flights.removeHead();
    assertThat(flights.unwritten()).isZero();
    assertThat(flights.count()).isZero();
  }
}
