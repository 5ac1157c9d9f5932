package rebound.soak.overload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import rebound.chaos.hostile.Addressee;
import rebound.chaos.hostile.RetryStorm;
import rebound.chaos.hostile.swarm.Bounds;
import rebound.chaos.hostile.swarm.SwarmTraffic;
import rebound.chaos.measure.IntervalSample;
import rebound.soak.verdict.recovery.Envelope;
import rebound.soak.verdict.recovery.Recovery;
import rebound.soak.verdict.recovery.Recovery.RecoveryClass;
import rebound.soak.verdict.recovery.ServiceWindow;

/// Real servers, real retrying clients: a queue without a bound stays down when the trouble is
/// over, and comes back when load is shed; a bound, or newest first with deadlines, comes back by
/// itself.
class PolicyServerIT {
  private static final double CAPACITY = 400;
  private static final double USERS = 200;
  private static final double SECONDS = 0.25;
  private static final Duration SLICE = Duration.ofMillis(250);
  private static final int TIMEOUT_MILLIS = 250;

  @Test
  void onlyTheQueueWithoutABoundStaysDown() throws Exception {
    Map<PolicyServer.Policy, Future<Recovery>> found = new EnumMap<>(PolicyServer.Policy.class);
    try (ExecutorService each = Executors.newVirtualThreadPerTaskExecutor()) {
      for (PolicyServer.Policy policy : PolicyServer.Policy.values()) {
        found.put(policy, each.submit(() -> judged(policy)));
      }
    }
    assertThat(found.get(PolicyServer.Policy.FIFO).get().recoveryClass())
        .isEqualTo(RecoveryClass.METASTABLE);
    assertThat(found.get(PolicyServer.Policy.LIMIT).get().recoveryClass())
        .isEqualTo(RecoveryClass.RECOVERED);
    assertThat(found.get(PolicyServer.Policy.LIFO_DEADLINE).get().recoveryClass())
        .isEqualTo(RecoveryClass.RECOVERED);
  }

  /// Baseline, a second and a half at a fifth of the capacity, and a watch; where service stays
  /// down, a pause until the queue is empty, and the load again.
  private static Recovery judged(PolicyServer.Policy policy)
      throws IOException, InterruptedException {
    try (PolicyServer server = new PolicyServer(policy, CAPACITY, TIMEOUT_MILLIS)) {
      Envelope envelope = forgiving(Envelope.of(windows(server, 8.3).subList(0, 30)));
      server.slowDown(5);
      windows(server, 1.5);
      server.slowDown(1);
      List<ServiceWindow> after = windows(server, 4);
      Recovery alone = judge(envelope, after, Optional.empty());
      if (alone.recoveryClass() == RecoveryClass.RECOVERED) {
        return alone;
      }
      await().atMost(Duration.ofSeconds(60)).until(server::idle);
      Recovery.Intervention back = new Recovery.Intervention(windows(server, 4));
      return judge(envelope, after, Optional.of(back));
    }
  }

  private static Recovery judge(
      Envelope envelope, List<ServiceWindow> after, Optional<Recovery.Intervention> back) {
    return Recovery.judge(envelope, after, SECONDS, USERS, true, back);
  }

  /// A window holds fifty requests, and the machine may be busy: what has to be told apart lies far
  /// from here.
  private static Envelope forgiving(Envelope calibrated) {
    return new Envelope(
        Math.min(0.8, calibrated.goodRatioLow()),
        Math.max(200, calibrated.tailMillisHigh()),
        calibrated.goodRatioMedian(),
        calibrated.passRatio());
  }

  private static List<ServiceWindow> windows(PolicyServer server, double seconds)
      throws InterruptedException {
    Bounds bounds = new Bounds(2_000, USERS, Duration.ZERO);
    RetryStorm storm =
        new RetryStorm(
            bounds,
            "/",
            Duration.ofMillis(TIMEOUT_MILLIS),
            3,
            RetryStorm.Backoff.JITTERED,
            Duration.ofMillis(20),
            Duration.ofMillis(200),
            0);
    List<ServiceWindow> windows = new ArrayList<>();
    try (SwarmTraffic traffic =
        new SwarmTraffic(
            "users",
            storm.kind(),
            bounds,
            storm.tactic(Addressee.of(server.endpoint().authority()), 5),
            server.endpoint(),
            5,
            SLICE)) {
      traffic.start(System.nanoTime(), (long) (seconds * 1e9));
      long end = System.nanoTime() + (long) (seconds * 1e9);
      while (System.nanoTime() < end) {
        Thread.sleep(50);
        for (IntervalSample sample : traffic.samples()) {
          // What is left over at the end is no window.
          if (sample.endNanos() - sample.startNanos() > SLICE.toNanos() / 2) {
            windows.add(window(sample));
          }
        }
      }
      traffic.await();
    }
    return windows;
  }

  private static ServiceWindow window(IntervalSample sample) {
    double seconds = (sample.endNanos() - sample.startNanos()) / 1e9;
    return new ServiceWindow(
        sample.startNanos() / 1e9,
        sample.good() / (USERS * seconds),
        sample.response().getTotalCount() == 0
            ? OptionalDouble.empty()
            : OptionalDouble.of(sample.response().getValueAtPercentile(95) / 1e6),
        false);
  }
}
