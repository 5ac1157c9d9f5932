package rebound.chaos.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.sun.management.ThreadMXBean;
import com.sun.management.UnixOperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Nothing is allocated between a request and its answer.
class AllocationIT {
  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  private static long allocated(LoadDriver driver) {
    CompletableFuture<Long> bytes = new CompletableFuture<>();
    driver
        .loops()
        .getFirst()
        .execute(() -> bytes.complete(THREADS.getCurrentThreadAllocatedBytes()));
    return bytes.join();
  }

  @ParameterizedTest
  @ValueSource(ints = {64, 4_096})
  void aRequestAllocatesNothing(int connections) throws Exception {
    UnixOperatingSystemMXBean system =
        (UnixOperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
    assumeTrue(
        system.getMaxFileDescriptorCount() > 2L * connections + 500,
        "too few file descriptors for both ends of " + connections + " connections");
    try (LoadDriver driver = new LoadDriver(Settings.defaults());
        StubServer server = StubServer.prompt();
        Traffic traffic =
            driver.prepare(
                server.endpoint(), List.of(Phases.closed(connections, Request.get("/ping"))), 1)) {
      assertThat(traffic.open(Duration.ofSeconds(30))).isEqualTo(connections);
      traffic.start(System.nanoTime(), Duration.ofSeconds(5).toNanos());
      pollFor(traffic, 2_000_000_000L);
      long completedBefore = completed(traffic);
      long before = allocated(driver);
      pollFor(traffic, 2_500_000_000L);
      long after = allocated(driver);
      long completed = completed(traffic) - completedBefore;
      assertThat(completed).isGreaterThan(2_000);
      assertThat((double) (after - before) / completed)
          .as("bytes a request: %d bytes, %d requests", after - before, completed)
          .isLessThan(1.0);
      traffic.await();
    }
  }

  private long seen;

  /// Takes samples as a runner does, so that the loop gets its slices back.
  private void pollFor(Traffic traffic, long nanos) {
    long until = System.nanoTime() + nanos;
    while (until - System.nanoTime() > 0) {
      LockSupport.parkNanos(200_000_000L);
      completed(traffic);
    }
  }

  private long completed(Traffic traffic) {
    traffic.samples().forEach(sample -> seen += sample.completed());
    return seen;
  }
}
