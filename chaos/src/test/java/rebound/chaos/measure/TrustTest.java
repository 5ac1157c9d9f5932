package rebound.chaos.measure;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class TrustTest {
  private static final long MILLI = 1_000_000L;

  private static PopulationResult result(
      double offered, long responseNanos, long lagNanos, Ledger ledger) {
    Latencies latencies =
        new Latencies(
            Latencies.histogram(),
            Latencies.histogram(),
            Latencies.histogram(),
            Latencies.histogram(),
            Latencies.histogram(),
            Latencies.histogram(),
            Latencies.histogram());
    for (int i = 0; i < 1_000; i++) {
      latencies.response().recordValue(responseNanos);
      latencies.lag().recordValue(i < 980 ? 0 : lagNanos);
    }
    return new PopulationResult(
        "users",
        Double.isNaN(offered) ? "closed" : "open",
        1,
        offered,
        1,
        ledger,
        0,
        0,
        0,
        new TreeMap<>(),
        new TreeMap<>(),
        0,
        0,
        latencies,
        ConnectionLedger.EMPTY);
  }

  private static final Ledger GOOD = new Ledger(1_000, 1_000, 0, 0, 0, 0, 0, 0, 0, 0, 0);

  private static List<String> reasons(PopulationResult result, double cpuRatio, double pause) {
    Trust trust = new Trust(List.of(), 0);
    trust.judge(List.of(result), cpuRatio, pause);
    return trust.reasons();
  }

  @Test
  void aDriverOnTimeIsTrusted() {
    assertThat(reasons(result(1_000, 5 * MILLI, MILLI / 2, GOOD), 0.5, 3)).isEmpty();
  }

  @Test
  void lagCountsAgainstAMillisecondOrAShareOfTheResponse() {
    assertThat(reasons(result(1_000, 5 * MILLI, 2 * MILLI, GOOD), 0.5, 3))
        .containsExactly("the driver was late for users by 2.00 ms at p99 (limit 1.00)");
    // 5 % of 100 ms allow 5 ms, and no response time allows more than 10 ms.
    assertThat(reasons(result(1_000, 100 * MILLI, 4 * MILLI, GOOD), 0.5, 3)).isEmpty();
    assertThat(reasons(result(1_000, 1_000 * MILLI, 12 * MILLI, GOOD), 0.5, 3)).hasSize(1);
  }

  @Test
  void whatTimersAloneCostIsForgiven() {
    Trust trust = new Trust(List.of(), 2);
    trust.judge(List.of(result(1_000, 5 * MILLI, 2 * MILLI, GOOD)), 0.5, 3);
    assertThat(trust.reasons()).isEmpty();
  }

  @Test
  void oneLongLagIsEnough() {
    assertThat(reasons(result(1_000, 5_000 * MILLI, 60 * MILLI, GOOD), 0.5, 3))
        .anyMatch(reason -> reason.contains("60.0 ms at most"));
  }

  @Test
  void processorAndCollectionsCountInTheOpenModelAlone() {
    assertThat(reasons(result(1_000, 5 * MILLI, 0, GOOD), 0.9, 7)).hasSize(2);
    assertThat(reasons(result(Double.NaN, 5 * MILLI, 0, GOOD), 0.99, 7)).isEmpty();
  }

  @Test
  void requestsNotSentForLatenessAreAReason() {
    Ledger late = new Ledger(1_000, 998, 0, 0, 0, 0, 0, 0, 0, 2, 0);
    assertThat(reasons(result(1_000, 5 * MILLI, 0, late), 0.5, 3))
        .containsExactly(
            "the driver did not send 2 of 1000 requests of users because it was late"
                + " (limit 0.001)");
    Ledger full = new Ledger(1_000, 500, 0, 0, 0, 0, 0, 0, 500, 0, 0);
    assertThat(reasons(result(1_000, 5 * MILLI, 0, full), 0.5, 3)).isEmpty();
  }

  @Test
  void aLedgerThatDoesNotAddUpIsAReason() {
    Ledger lost = new Ledger(1_000, 999, 0, 0, 0, 0, 0, 0, 0, 0, 0);
    assertThat(reasons(result(Double.NaN, 5 * MILLI, 0, lost), 0.5, 3))
        .containsExactly("the ledger of users does not add up: 1000 attempts, 999 outcomes");
  }

  @Test
  void waitingForAProcessorCountsWhereItIsOftenAndLong() {
    PopulationResult result = result(Double.NaN, 5 * MILLI, 0, GOOD);
    for (double[] waits : new double[][] {{0.005, 50}, {0.3, 0.2}}) {
      Trust trust = new Trust(List.of(), 0);
      trust.judgeWaiting(List.of(result), waits[0], waits[1]);
      assertThat(trust.reasons()).isEmpty();
    }
    Trust trust = new Trust(List.of(), 0);
    trust.judgeWaiting(List.of(result), 0.3, 2.5);
    assertThat(trust.reasons())
        .containsExactly(
            "the driver's loop waited for a processor for 30.0 % of the time, 2.50 ms on average"
                + " (limits 1 %, 1.00 ms)");
  }

  @Test
  void whatCannotBeReadIsAReason() {
    assertThat(new Trust(List.of("no memory figure"), 0).reasons())
        .containsExactly("no memory figure");
  }
}
