package rebound.fakedb.capacity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import rebound.fakedb.latency.Draw;

class StationTest {
  private static final double SERVICE_MEAN = 5e6;

  private static CapacityModel.Servers slots(int servers, int queue, double beta) {
    return new CapacityModel.Servers(servers, queue, beta);
  }

  private static double exponential(long stream, long i, double mean) {
    return -mean * Math.log1p(-Draw.unit(Draw.bits(11, stream, i)));
  }

  /// The share of arrivals that have to wait, by Erlang's formula (METHODOLOGY 4.1).
  private static double erlangC(int servers, double load) {
    double blocking = 1;
    for (int k = 1; k <= servers; k++) {
      blocking = load * blocking / (k + load * blocking);
    }
    double use = load / servers;
    return blocking / (1 - use * (1 - blocking));
  }

  @Test
  void erlangsFormulaGivesTheBooksNumbers() {
    assertThat(erlangC(1, .8)).isCloseTo(.8, within(1e-12));
    assertThat(erlangC(10, 8)).isCloseTo(.4092, within(1e-4));
    // The mean wait over the service time: 0.20 for ten servers at 80 %, 4 for one.
    assertThat(erlangC(10, 8) / (10 - 8)).isCloseTo(.20, within(.01));
    assertThat(erlangC(1, .8) / (1 - .8)).isCloseTo(4, within(.01));
  }

  @ParameterizedTest
  @CsvSource({"1,0.5", "1,0.8", "4,0.5", "4,0.8", "4,0.95", "10,0.5", "10,0.8", "10,0.95"})
  void theMeanWaitIsErlangs(int servers, double use) {
    Station<Long> station = new Station<>(slots(servers, 1_000_000, 0), 0);
    int jobs = use > .9 ? 2_000_000 : 400_000;
    double at = 0;
    double waited = 0;
    int done = 0;
    int refused = 0;
    for (long i = 0; i < jobs; i++) {
      at += exponential(1, i, SERVICE_MEAN / servers / use);
      long arrival = Math.round(at);
      refused +=
          station.offer(arrival, Math.round(exponential(2, i, SERVICE_MEAN)), arrival) ? 0 : 1;
      for (var job = station.poll(arrival); job != null; job = station.poll(arrival)) {
        waited += job.startNanos() - job.job();
        done++;
      }
    }
    assertThat(refused).isZero();
    double expected = erlangC(servers, servers * use) * SERVICE_MEAN / (servers * (1 - use));
    assertThat(waited / done).isCloseTo(expected, within(.10 * expected));
  }

  @Test
  void jobsLeaveTheQueueInOrderAndOneAfterTheOther() {
    Station<String> station = new Station<>(slots(1, 10, 0), 0);
    station.offer("a", 100, 0);
    station.offer("b", 100, 10);
    station.offer("c", 100, 20);
    assertThat(station.nextNanos()).isEqualTo(100);
    List<Station.Done<String>> done = new ArrayList<>();
    for (var job = station.poll(1_000); job != null; job = station.poll(1_000)) {
      done.add(job);
    }
    assertThat(done)
        .containsExactly(
            new Station.Done<>("a", 0, 100),
            new Station.Done<>("b", 100, 200),
            new Station.Done<>("c", 200, 300));
    assertThat(station.nextNanos()).isEqualTo(Long.MAX_VALUE);
  }

  @Test
  void refusesWhenAllSlotsAndPlacesAreTaken() {
    Station<String> station = new Station<>(slots(2, 1, 0), 0);
    assertThat(station.offer("a", 100, 0)).isTrue();
    assertThat(station.offer("b", 100, 0)).isTrue();
    assertThat(station.offer("c", 100, 0)).isTrue();
    assertThat(station.isFull(0)).isTrue();
    assertThat(station.offer("d", 100, 0)).isFalse();
    assertThat(station.offer("e", 100, 100)).isTrue();
  }

  @Test
  void aLateLookDoesNotMakeTheJobsBehindLate() {
    Station<String> station = new Station<>(slots(1, 10, 0), 0);
    station.offer("a", 100, 0);
    station.offer("b", 100, 0);
    assertThat(station.poll(199).endNanos()).isEqualTo(100);
    assertThat(station.poll(199)).isNull();
    assertThat(station.poll(200).endNanos()).isEqualTo(200);
  }

  /// With n in the house, c slots of rate μ do min(n, c)·μ / (1 + β·(n − c)) (METHODOLOGY 7.2).
  @ParameterizedTest
  @CsvSource({"4,0", "4,10", "4,40", "8,100"})
  void throughputFallsWithLoadAsStated(int servers, int queued) {
    double beta = .05;
    Station<Integer> station = new Station<>(slots(servers, queued, beta), 0);
    for (int i = 0; i < servers + queued; i++) {
      station.offer(i, 1_000_000, 0);
    }
    int done = 0;
    long end = 0;
    while (done < 2_000) {
      end = station.nextNanos();
      for (var job = station.poll(end); job != null; job = station.poll(end)) {
        done++;
        station.offer(done, 1_000_000, end);
      }
    }
    double expected = servers / 1e6 / (1 + beta * queued);
    assertThat(done / (double) end).isCloseTo(expected, within(.03 * expected));
  }
}
