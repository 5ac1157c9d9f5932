package rebound.chaos.load;

import java.time.Duration;
import java.util.List;
import rebound.chaos.arrival.Arrivals;
import rebound.chaos.arrival.CatchUp;
import rebound.chaos.measure.PopulationResult;

/// Short words for what tests drive.
final class Phases {
  private Phases() {}

  static Population closed(int connections, Request... requests) {
    return closed(new LoadModel.Closed(connections, 1, Duration.ZERO), requests);
  }

  static Population closed(LoadModel.Closed model, Request... requests) {
    return new Population(
        "users",
        model,
        List.of(requests),
        Duration.ofSeconds(1),
        Duration.ofSeconds(10),
        CatchUp.IMMEDIATE,
        true,
        0);
  }

  static Population open(Arrivals arrivals, int connections, int maxInFlight) {
    return new Population(
        "arrivals",
        new LoadModel.Open(arrivals, connections, maxInFlight),
        List.of(Request.get("/")),
        Duration.ofSeconds(1),
        Duration.ofSeconds(10),
        CatchUp.IMMEDIATE,
        true,
        0);
  }

  static Population timeout(Population population, Duration deadline, Duration timeout) {
    return new Population(
        population.name(),
        population.model(),
        population.requests(),
        deadline,
        timeout,
        population.catchUp(),
        population.keepAlive(),
        population.openPerSecond());
  }

  static Population catchUp(Population population, CatchUp catchUp) {
    return new Population(
        population.name(),
        population.model(),
        population.requests(),
        population.deadline(),
        population.timeout(),
        catchUp,
        population.keepAlive(),
        population.openPerSecond());
  }

  static Population closing(Population population) {
    return new Population(
        population.name(),
        population.model(),
        population.requests(),
        population.deadline(),
        population.timeout(),
        population.catchUp(),
        false,
        population.openPerSecond());
  }

  /// Drives one phase from opening to its end.
  static Traffic.Result drive(
      LoadDriver driver, Endpoint endpoint, Duration length, Population... populations)
      throws InterruptedException {
    try (Traffic traffic = driver.prepare(endpoint, List.of(populations), 1)) {
      traffic.open(Duration.ofSeconds(10));
      traffic.start(System.nanoTime(), length.toNanos());
      return traffic.await();
    }
  }

  /// Drives one phase with one population.
  static PopulationResult result(
      LoadDriver driver, Endpoint endpoint, Duration length, Population population)
      throws InterruptedException {
    return drive(driver, endpoint, length, population).populations().getFirst();
  }
}
