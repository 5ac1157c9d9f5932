package rebound.soak.selftest;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.Optional;
import rebound.chaos.load.Endpoint;
import rebound.soak.evidence.sample.JvmSample;
import rebound.soak.evidence.sample.Ladder;
import rebound.soak.probe.jvm.JvmProbe;
import rebound.soak.probe.jvm.LadderClimb;
import rebound.soak.probe.process.ProcessTree;
import rebound.soak.probe.target.ProcessTreeSource;
import rebound.soak.target.Home;
import rebound.soak.target.StartException;
import rebound.soak.target.StartedTarget;
import rebound.soak.verdict.memory.MemoryReturn;
import rebound.soak.verdict.memory.Waterfall;

/// Memory that a server freed and its C allocator kept looks like a leak from outside; the
/// attribution ladder has to tell it from one.
final class AllocatorControl {
  private static final int REQUESTS = 25;

  private AllocatorControl() {}

  static Found run(Control control, Expected.Held expected, Home home, Path runs, double scale)
      throws IOException, InterruptedException, StartException {
    Files.createDirectories(runs);
    try (StartedTarget target =
            StartedTarget.start(
                FaultyTarget.level(control.fault(), scale),
                home,
                Optional.empty(),
                Optional.empty(),
                runs.resolve(control.name() + ".log"));
        JvmProbe jvm = JvmProbe.attach(target.pid().orElseThrow(), true)) {
      ProcessTreeSource source = new ProcessTreeSource(ProcessTree.of(target.pid().orElseThrow()));
      jvm.collect();
      JvmSample baseline = jvm.read();
      long before = source.sample().residentBytes().amount().orElseThrow();
      ask(target.endpoint());
      Ladder ladder = LadderClimb.climb(jvm, source, baseline);
      Waterfall fall = Waterfall.of(ladder, before);
      boolean held =
          fall.aboveBytes() > MemoryReturn.NEGLIGIBLE_BYTES
              && fall.steps().stream()
                  .max(Comparator.comparingLong(Waterfall.Step::bytes))
                  .filter(it -> it.name().equals(expected.holder()))
                  .isPresent();
      return new Found(control.name(), held, fall.sentence());
    }
  }

  private static void ask(Endpoint endpoint) throws IOException, InterruptedException {
    URI uri = URI.create("http://" + endpoint.host() + ":" + endpoint.port() + "/ping");
    HttpRequest request = HttpRequest.newBuilder(uri).timeout(Duration.ofSeconds(30)).GET().build();
    try (HttpClient http = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build()) {
      for (int i = 0; i < REQUESTS; i++) {
        int status = http.send(request, HttpResponse.BodyHandlers.discarding()).statusCode();
        if (status != 200) {
          throw new IOException("the faulty server answers " + status);
        }
      }
    }
  }
}
