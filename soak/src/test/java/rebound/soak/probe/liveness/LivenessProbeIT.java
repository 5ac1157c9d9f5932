package rebound.soak.probe.liveness;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import rebound.soak.evidence.sample.LivenessSample;
import rebound.soak.evidence.sample.LivenessSample.Outcome;
import rebound.soak.evidence.sample.LivenessSample.Path;
import rebound.soak.probe.process.ProcessTree;

class LivenessProbeIT {
  private static final String OK = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok";
  private static final String SHED = "HTTP/1.1 503 Busy\r\nContent-Length: 0\r\n\r\n";
  private static final String ERROR = "HTTP/1.1 500 Oops\r\nContent-Length: 0\r\n\r\n";

  private static LivenessSettings settings(int port) {
    return LivenessSettings.of(
            new InetSocketAddress(InetAddress.getLoopbackAddress(), port),
            "/health",
            Optional.of("/one"))
        .each(Duration.ofMillis(100), Duration.ofMillis(500));
  }

  private static List<LivenessSample> until(
      LivenessProbe probe, Predicate<List<LivenessSample>> enough) {
    List<LivenessSample> all = new ArrayList<>();
    await()
        .atMost(Duration.ofSeconds(30))
        .until(
            () -> {
              all.addAll(probe.samples());
              return enough.test(all);
            });
    return all;
  }

  private static boolean has(List<LivenessSample> samples, Path path, Outcome outcome) {
    return samples.stream().anyMatch(s -> s.path() == path && s.outcome() == outcome);
  }

  @Test
  void aGoodServerIsFoundAliveOnAllPathsAndTheKeptConnectionIsKept() throws Exception {
    try (AnsweringServer server = new AnsweringServer(OK);
        LivenessProbe probe =
            LivenessProbe.start(
                settings(server.port()), Optional.of(ProcessTree.ofThisProcess()))) {
      List<LivenessSample> samples =
          until(
              probe,
              all ->
                  List.of(Path.values()).stream()
                      .allMatch(
                          path ->
                              all.stream()
                                      .filter(s -> s.path() == path && s.outcome().serving())
                                      .count()
                                  > 5));

      assertThat(samples)
          .filteredOn(s -> s.path() == Path.FRESH && s.outcome() == Outcome.OK)
          .allMatch(s -> s.status() == 200);
      // Fresh ones take a connection each, kept ones next to none.
      assertThat(server.connections()).isLessThan(2 * samples.size() / 3);
      assertThat(probe.cost().cpuNanos()).isPositive();
    }
    assertThat(Thread.getAllStackTraces().keySet())
        .noneMatch(thread -> thread.getName().equals("probe-liveness"));
  }

  @Test
  void refusalsErrorsSilenceAndCutsHaveTheirOwnClasses() throws Exception {
    try (AnsweringServer server = new AnsweringServer(SHED);
        LivenessProbe probe = LivenessProbe.start(settings(server.port()), Optional.empty())) {
      until(probe, all -> has(all, Path.FRESH, Outcome.SHED) && has(all, Path.KEPT, Outcome.SHED));
      server.answer(ERROR);
      until(probe, all -> has(all, Path.FRESH, Outcome.ERROR));
      server.answer(AnsweringServer.SILENCE);
      until(
          probe,
          all -> has(all, Path.FRESH, Outcome.TIMEOUT) && has(all, Path.KEPT, Outcome.TIMEOUT));
      server.answer(AnsweringServer.CUT);
      until(probe, all -> has(all, Path.FRESH, Outcome.RESET));
      server.answer(OK);
      until(probe, all -> has(all, Path.KEPT, Outcome.OK));
    }
  }

  @Test
  void aPortWhereNobodyListensRefuses() throws IOException {
    int port;
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = socket.getLocalPort();
    }
    try (LivenessProbe probe = LivenessProbe.start(settings(port), Optional.empty())) {
      List<LivenessSample> samples = until(probe, all -> has(all, Path.KEPT, Outcome.REFUSED));

      assertThat(samples).noneMatch(s -> s.outcome().alive());
    }
  }

  @Test
  void anAcceptQueueThatIsFullIsAConnectTimeout() throws IOException {
    try (ServerSocket full = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      try (LivenessProbe probe =
          LivenessProbe.start(settings(full.getLocalPort()), Optional.empty())) {
        // Nobody accepts: the probes' own connections fill the queue.
        until(probe, all -> has(all, Path.FRESH, Outcome.CONNECT_TIMEOUT));
      }
    }
  }

  @Test
  void aProcessThatEndedIsGone() throws Exception {
    Process sleeper = new ProcessBuilder("sleep", "60").start();
    try (AnsweringServer server = new AnsweringServer(OK);
        LivenessProbe probe =
            LivenessProbe.start(
                settings(server.port()), Optional.of(ProcessTree.of(sleeper.pid())))) {
      until(probe, all -> has(all, Path.PROCESS, Outcome.OK));
      sleeper.destroyForcibly();
      until(probe, all -> has(all, Path.PROCESS, Outcome.GONE));
    } finally {
      sleeper.destroyForcibly();
    }
  }

  @Test
  void settingsThatCannotWorkAreRefusedWithTheirValue() {
    InetSocketAddress address = new InetSocketAddress(InetAddress.getLoopbackAddress(), 1);

    assertThatThrownBy(() -> LivenessSettings.of(address, "health", Optional.empty()))
        .hasMessageContaining("'health'");
    assertThatThrownBy(
            () ->
                LivenessSettings.of(address, "/h", Optional.empty())
                    .each(Duration.ofMillis(100), Duration.ofSeconds(2)))
        .hasMessageContaining("8 intervals");
  }
}
