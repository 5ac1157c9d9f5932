package rebound.fakedb.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import rebound.fakedb.latency.Draw;
import rebound.fakedb.words.Setting;

class FaultsTest {
  private static final long MS = 1_000_000;

  private final List<String> done = new ArrayList<>();
  private final Faults faults = new Faults(new Recorded(), ramp -> done.add("release " + ramp));

  /// Takes down what would happen to the ports.
  private final class Recorded implements Network {
    @Override
    public void listen(String port, boolean open) {
      done.add((open ? "open " : "close ") + port);
    }

    @Override
    public void end(String port, Predicate<Long> which, End how) {
      if (LongStream.range(1, 1000).boxed().anyMatch(which)) {
        done.add(how + " " + port);
      }
    }
  }

  private String order(String words) {
    return faults.order(Setting.parse("fault", words, FaultWords::read), 0);
  }

  private void at(long millis) {
    faults.fire(millis * MS);
  }

  @Test
  void beginsAndEndsOnSchedule() {
    order("{kind: slow, factor: 3, at: 10ms, for: 20ms}");
    assertThat(faults.nextNanos()).isEqualTo(10 * MS);
    at(9);
    assertThat(faults.slowness("redis", 1)).isEqualTo(1);
    at(10);
    assertThat(faults.slowness("redis", 1)).isEqualTo(3);
    assertThat(faults.nextNanos()).isEqualTo(30 * MS);
    at(30);
    assertThat(faults.slowness("redis", 1)).isEqualTo(1);
    assertThat(faults.list()).isEmpty();
    assertThat(faults.nextNanos()).isEqualTo(Long.MAX_VALUE);
  }

  @Test
  void lastsUntilItIsTakenAwayWhereNoEndIsGiven() {
    String id = order("{kind: error, ratio: 1}");
    at(0);
    assertThat(faults.fails("redis", 1, 5)).isTrue();
    at(1_000_000);
    assertThat(faults.fails("redis", 1, 5)).isTrue();
    assertThat(faults.remove(id)).isTrue();
    assertThat(faults.fails("redis", 1, 5)).isFalse();
    assertThat(faults.remove(id)).isFalse();
  }

  @Test
  void aFaultThatIsTakenAwayBeforeItBeginsNeverStrikes() {
    String id = order("{kind: reset, at: 10ms}");
    faults.remove(id);
    at(100);
    assertThat(done).isEmpty();
  }

  @Test
  void errorsComeInTheirRatioAndTheSameInEveryRun() {
    order("{kind: error, ratio: 0.2}");
    at(0);
    long failed =
        LongStream.range(0, 100_000)
            .filter(i -> faults.fails("redis", 1, Draw.bits(1, i, 0)))
            .count();
    assertThat(failed / 1e5).isCloseTo(.2, within(.01));
    assertThat(faults.fails("redis", 1, 77)).isEqualTo(faults.fails("redis", 1, 77));
  }

  @Test
  void burstsHaveTheirRatioAndLength() {
    order("{kind: error, ratio: 0.1, burst: 8}");
    at(0);
    int failed = 0;
    int bursts = 0;
    boolean before = false;
    for (long i = 0; i < 400_000; i++) {
      boolean fails = faults.fails("redis", 1, Draw.bits(1, i, 0));
      failed += fails ? 1 : 0;
      bursts += fails && !before ? 1 : 0;
      before = fails;
    }
    assertThat(failed / 4e5).isCloseTo(.1, within(.01));
    assertThat(failed / (double) bursts).isCloseTo(8, within(.5));
  }

  @Test
  void aShareReachesThatShareOfTheConnections() {
    order("{kind: blackhole, share: 0.3}");
    at(0);
    long reached = LongStream.range(1, 10_001).filter(c -> faults.deafens("redis", c)).count();
    assertThat(reached / 1e4).isCloseTo(.3, within(.02));
  }

  @Test
  void onePortCanBeMeant() {
    order("{kind: stall, on: postgres}");
    at(0);
    assertThat(faults.stall("postgres", 1)).isPresent();
    assertThat(faults.stall("redis", 1)).isEmpty();
  }

  @Test
  void aStallReleasesWhatItHeldWhenItEnds() {
    order("{kind: stall, for: 10ms, ramp: 2ms}");
    at(0);
    assertThat(done).isEmpty();
    at(10);
    assertThat(done).contains("release 2000000");
  }

  @Test
  void aRestartClosesConnectionsAndRefusesUntilItEnds() {
    order("{kind: restart, for: 50ms, on: redis}");
    at(0);
    assertThat(done).containsExactly("CLOSE redis", "close redis", "open postgres");
    done.clear();
    at(50);
    assertThat(done).containsExactly("open redis", "open postgres");
  }

  @Test
  void aFlapGoesDownAndUpByItsDuty() {
    order("{kind: flap, period: 100ms, duty: 0.3, on: redis, for: 250ms}");
    at(0);
    assertThat(done).containsExactly("RESET redis", "close redis", "open postgres");
    assertThat(faults.nextNanos()).isEqualTo(30 * MS);
    done.clear();
    at(30);
    assertThat(done).contains("open redis");
    assertThat(faults.nextNanos()).isEqualTo(100 * MS);
    at(100);
    at(130);
    at(200);
    assertThat(faults.nextNanos()).isEqualTo(230 * MS);
    at(230);
    done.clear();
    at(250);
    assertThat(done).contains("open redis");
    assertThat(faults.none()).isTrue();
  }

  @Test
  void twoFaultsOnOnePortOpenItOnlyWhenBothAreOver() {
    String first = order("{kind: refuse}");
    String second = order("{kind: refuse}");
    at(0);
    done.clear();
    faults.remove(first);
    assertThat(done).contains("close redis");
    done.clear();
    faults.remove(second);
    assertThat(done).contains("open redis");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{kind: earthquake}|must be error or stall",
        "{kind: slow}|needs factor",
        "{kind: stall, ratio: 1}|unknown",
        "{kind: restart}|restart needs for",
        "{kind: refuse, share: 0.5}|share must be 1",
        "{kind: error, ratio: 2}|must be a number from 0 to 1",
        "{kind: flap, period: 1s, duty: 1}|duty must be above 0 and below 1",
        "stall|must be a mapping"
      })
  void wrongFaultsAreRefusedWithAReason(String words, String complaint) {
    assertThatThrownBy(() -> order(words)).hasMessageContaining(complaint);
  }
}
