package rebound.server.overload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/// The gate and its limits, one step at a time.
final class GateTest {
  private long now;
  private final List<String> seen = new ArrayList<>();

  private Visitor visitor(String name, long deadline) {
    return new Visitor() {
      @Override
      public long deadlineNanos() {
        return deadline;
      }

      @Override
      public void admitted() {
        seen.add(name);
      }

      @Override
      public void shed() {
        seen.add("not " + name);
      }
    };
  }

  private Visitor visitor(String name) {
    return visitor(name, Long.MAX_VALUE);
  }

  private Gate gate(Policy policy, int limit) {
    return new Admission(policy, limit, 1).gate("test", 1, 1, () -> now);
  }

  @Test
  void shedsWhenTheLimitIsReached() {
    Gate gate = gate(Policy.FIXED, 2);
    gate.enter(visitor("a"));
    gate.enter(visitor("b"));
    gate.enter(visitor("c"));
    gate.leave(0, 1, false);
    gate.enter(visitor("d"));
    assertThat(seen).containsExactly("a", "b", "not c", "d");
  }

  @Test
  void takesABurstInOrder() {
    Gate gate = gate(Policy.CODEL, 1);
    for (String name : List.of("a", "b", "c")) {
      gate.enter(visitor(name));
    }
    now += 4_000_000;
    gate.leave(0, 1, false);
    now += 4_000_000;
    gate.leave(0, 1, false);
    assertThat(seen).containsExactly("a", "b", "c");
  }

  @Test
  void underLastingOverloadTheNewestGoFirstAndTheOldAreTurnedAway() {
    Gate gate = gate(Policy.CODEL, 1);
    gate.enter(visitor("a"));
    gate.enter(visitor("old"));
    for (int i = 0; i < 8; i++) {
      now += 20_000_000;
      gate.enter(visitor("x" + i));
    }
    gate.leave(0, 1, false);
    assertThat(seen).contains("not old").endsWith("x7");
  }

  @Test
  void whoCannotBeServedInTimeIsTurnedAway() {
    Gate gate = gate(Policy.FIXED, 10);
    gate.enter(visitor("a", now + 1));
    now += 50_000_000;
    gate.leave(0, 1, false);
    gate.enter(visitor("b", now + 100_000_000));
    gate.enter(visitor("c", now + 10_000_000));
    gate.enter(visitor("d", now));
    assertThat(seen).containsExactly("a", "b", "not c", "not d");
    assertThat(gate.hopeless()).isEqualTo(2);
  }

  @Test
  void aMedianFromWorseTimesKeepsNobodyOutForEver() {
    Gate gate = gate(Policy.FIXED, 10);
    gate.enter(visitor("slow"));
    now += 5_000_000_000L;
    gate.leave(0, 1, false);
    long refused = 0;
    for (int i = 0; i < 1_000; i++) {
      long before = gate.admitted();
      gate.enter(visitor("x", now + 100_000_000));
      long since = now;
      now += 1_000_000;
      if (gate.admitted() > before) {
        gate.leave(since, 1, false);
      } else {
        refused++;
      }
    }
    assertThat(refused).isLessThan(500);
    assertThat(gate.underWay()).isZero();
  }

  @Test
  void aDeadDatabaseWithALongQueueNeedsNoStack() {
    Gate[] gate = new Gate[1];
    gate[0] = gate(Policy.CODEL, 1);
    Visitor failing =
        new Visitor() {
          @Override
          public long deadlineNanos() {
            return Long.MAX_VALUE;
          }

          @Override
          public void admitted() {
            gate[0].leave(now, 1, false);
          }

          @Override
          public void shed() {}
        };
    gate[0].enter(visitor("a"));
    for (int i = 0; i < 9_999; i++) {
      gate[0].enter(failing);
    }
    gate[0].leave(0, 1, false);
    assertThat(gate[0].underWay()).isZero();
    assertThat(gate[0].waiting()).isZero();
  }

  @Test
  void aimdGrowsInUseAndShrinksOnLateness() {
    AimdLimit limit = new AimdLimit(20, 200);
    limit.ended(1_000_000, 5, false);
    assertThat(limit.limit()).isEqualTo(20);
    for (int i = 0; i < 500; i++) {
      limit.ended(1_000_000, 200, false);
    }
    assertThat(limit.limit()).isEqualTo(200);
    limit.ended(1_000_000, 200, true);
    assertThat(limit.limit()).isEqualTo(180);
    limit.ended(6_000_000_000L, 180, false);
    assertThat(limit.limit()).isEqualTo(162);
  }

  @Test
  void gradient2GrowsWhileTimesHoldAndShrinksWhenTheyRise() {
    Gradient2Limit limit = new Gradient2Limit(() -> now, 20, 200);
    windows(limit, 60, 10_000_000);
    int calm = limit.limit();
    assertThat(calm).isGreaterThan(60);
    windows(limit, 10, 100_000_000);
    assertThat(limit.limit()).isLessThan(calm / 2);
  }

  /// METHODOLOGY 2.5 has no term for a missed deadline but the time that it took.
  @Test
  void gradient2IsNotHeldDownByOneMissedDeadlineInEachWindow() {
    Gradient2Limit limit = new Gradient2Limit(() -> now, 20, 200);
    for (int i = 0; i < 60 * 50; i++) {
      now += 20_100_000;
      limit.ended(10_000_000, limit.limit(), i % 50 == 0);
    }
    assertThat(limit.limit()).isGreaterThan(60);
  }

  @Test
  void aBurstOfManyTimesTheLimitIsServedWithinTheTarget() {
    Gate gate = gate(Policy.CODEL, 10);
    for (int i = 0; i < 50; i++) {
      gate.enter(visitor("x"));
    }
    for (int i = 0; i < 50; i++) {
      now += 100_000;
      gate.leave(now - 1_000_000, 10, false);
    }
    assertThat(seen).hasSize(50).containsOnly("x");
  }

  @Test
  void aDeadlineInTheQueueIsNoticedAlthoughNobodyComesOrGoes() {
    Gate gate = gate(Policy.CODEL, 1);
    gate.enter(visitor("a"));
    gate.enter(visitor("b", now + 1_000_000));
    gate.enter(visitor("c"));
    gate.tick();
    assertThat(seen).containsExactly("a");
    now += 1_000_000;
    gate.tick();
    assertThat(seen).containsExactly("a", "not b");
    assertThat(gate.hopeless()).isEqualTo(1);
    assertThat(gate.waiting()).isEqualTo(1);
  }

  private void windows(Gradient2Limit limit, int count, long tookNanos) {
    for (int window = 0; window < count; window++) {
      for (int i = 0; i < 50; i++) {
        now += 20_100_000;
        limit.ended(tookNanos, limit.limit(), false);
      }
    }
  }

  @Test
  void aLimitOfNothingIsRefused() {
    assertThatThrownBy(() -> new FixedLimit(0)).hasMessageContaining("admission-limit: 0");
    assertThatThrownBy(() -> new Admission(Policy.CODEL, -1, 1)).hasMessageContaining("-1");
    assertThatThrownBy(() -> Policy.parse("vegas")).hasMessageContaining("use none, fixed");
  }
}
