package rebound.soak.planfile;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import rebound.soak.plan.ExperimentPlan;
import rebound.soak.plan.RequestPlan;
import rebound.soak.plan.SurfacePlan;

/// Reads what a plan says of a grid of loads and delays.
final class SurfaceReader {
  private static final int MOST_CONNECTIONS = 100_000;

  private SurfaceReader() {}

  static Optional<ExperimentPlan> read(Section root) {
    Section section = root.section("surface");
    if (section == null) {
      return Optional.empty();
    }
    List<RequestPlan> requests = new ArrayList<>();
    for (Section request : section.sections("requests")) {
      RequestPlan read = RequestReader.read(request);
      if (read != null) {
        requests.add(read);
      }
    }
    List<Duration> delays = new ArrayList<>();
    for (String text : section.texts("delays")) {
      delays.add(section.build(Duration.ofMillis(1), () -> delay(text)));
    }
    List<Integer> connections = new ArrayList<>();
    for (String text : section.texts("connections")) {
      connections.add(section.build(1, () -> connections(text)));
    }
    Duration cell = section.duration("cell", Duration.ofSeconds(3));
    Duration warmUp = section.duration("warmUp", Duration.ofSeconds(8));
    Duration deadline = section.duration("deadline", Duration.ofSeconds(30));
    section.done();
    return section.build(
        Optional.empty(),
        () ->
            Optional.of(
                new SurfacePlan(
                    requests,
                    delays.stream().sorted().distinct().toList(),
                    connections.stream().sorted().distinct().toList(),
                    cell,
                    warmUp,
                    deadline)));
  }

  private static Duration delay(String text) {
    Duration delay = Units.duration(text);
    if (delay.toNanos() < 1_000) {
      throw new IllegalArgumentException("delay is " + text + ": use 1us or more");
    }
    return delay;
  }

  private static int connections(String text) {
    if (!text.matches("[1-9]\\d{0,5}") || Integer.parseInt(text) > MOST_CONNECTIONS) {
      throw new IllegalArgumentException(
          "'" + text + "' is no number of connections: write 1 to " + MOST_CONNECTIONS);
    }
    return Integer.parseInt(text);
  }
}
