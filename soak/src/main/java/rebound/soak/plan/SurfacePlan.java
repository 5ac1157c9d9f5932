package rebound.soak.plan;

import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import rebound.chaos.arrival.CatchUp;
import rebound.chaos.load.LoadModel;

/// Load × dependency: a grid of short closed loads, connections by delays of the database.
///
/// @param requests the mix; each asks the database once
/// @param delays of the database, rising
/// @param connections of the load, rising
/// @param cell how long a cell is measured; longer where a few answers in a row would not fit
/// @param warmUp load before anything counts
/// @param deadline past it a right answer is not good
public record SurfacePlan(
    List<RequestPlan> requests,
    List<Duration> delays,
    List<Integer> connections,
    Duration cell,
    Duration warmUp,
    Duration deadline)
    implements ExperimentPlan {
  /// Cells that a grid may have.
  public static final int MOST_CELLS = 100;

  private static final int LEAST_ROUNDS = 20;
  private static final double SECONDS_BETWEEN = 0.5;

  /// Copies the lists; refuses an empty grid and one with too many cells.
  public SurfacePlan {
    requests = List.copyOf(requests);
    delays = List.copyOf(delays);
    connections = List.copyOf(connections);
    int cells = delays.size() * connections.size();
    if (requests.isEmpty() || cells < 1 || cells > MOST_CELLS) {
      throw new IllegalArgumentException(
          "the grid has "
              + delays.size()
              + " delays × "
              + connections.size()
              + " connections = "
              + cells
              + " cells: use 1 to "
              + MOST_CELLS
              + ", as in 1..200ms:5");
    }
  }

  @Override
  public int processes() {
    return 1;
  }

  @Override
  public String words() {
    return String.format(
        Locale.ROOT,
        "%d delays × %d connections = %d cells, about %.0f s",
        delays.size(),
        connections.size(),
        delays.size() * connections.size(),
        leastSeconds() + SECONDS_BETWEEN * delays.size() * connections.size());
  }

  @Override
  public Phase example() {
    return phase(
        "surface", "surface", PhaseKind.LOAD, cell, delays.getLast(), connections.getLast());
  }

  /// How long a cell of this delay is measured.
  public Duration cell(Duration delay) {
    Duration rounds = delay.multipliedBy(LEAST_ROUNDS);
    return rounds.compareTo(cell) > 0 ? rounds : cell;
  }

  /// Planned seconds of all phases where nothing is done again.
  public double leastSeconds() {
    long millis = warmUp.toMillis();
    for (Duration delay : delays) {
      millis += connections.size() * cell(delay).toMillis();
    }
    return millis / 1e3;
  }

  /// One cell.
  public Phase phase(
      String name, String title, PhaseKind kind, Duration duration, Duration delay, int clients) {
    PopulationPlan users =
        new PopulationPlan(
            "users",
            new LoadPlan.Fixed(new LoadModel.Closed(clients, 1, Duration.ZERO)),
            Optional.empty(),
            requests,
            deadline,
            deadline.multipliedBy(10),
            CatchUp.IMMEDIATE,
            true,
            0);
    return new Phase(
        name,
        title,
        kind,
        duration,
        List.of(users),
        Optional.of(new Ceiling(1, delay)),
        Map.of("latency", delay.toNanos() / 1_000 + "us"),
        List.of(),
        Optional.empty());
  }
}
