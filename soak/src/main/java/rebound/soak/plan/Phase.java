package rebound.soak.plan;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// A named, timed part of a run.
///
/// @param name matches `[a-z0-9-]+`; stands in files and on the command line
/// @param title for people; the name where the plan gives none
/// @param kind what it is for
/// @param duration its measured time, without opening and draining connections
/// @param populations who sends what; the first is the one that the table shows
/// @param ceiling what its requests wait for, where the plan says so
/// @param database settings of the fake database from this phase on, as its control API takes them
/// @param faults harm while the load goes on
/// @param recovery how its recovery is judged, where it is
public record Phase(
    String name,
    String title,
    PhaseKind kind,
    Duration duration,
    List<PopulationPlan> populations,
    Optional<Ceiling> ceiling,
    Map<String, Object> database,
    List<FaultPlan> faults,
    Optional<RecoveryPlan> recovery) {

  /// Copies the lists; refuses a name that files could not carry.
  public Phase {
    populations = List.copyOf(populations);
    database = Map.copyOf(database);
    faults = List.copyOf(faults);
    requireName("phase", name);
  }

  /// True where some population's requests are due by a schedule.
  public boolean hasSchedule() {
    return populations.stream().anyMatch(it -> it.load().scheduled());
  }

  /// True where some population's rate is a multiple of what another phase achieves.
  public boolean hasRelativeRate() {
    return populations.stream().anyMatch(it -> it.load() instanceof LoadPlan.Relative);
  }

  /// The same phase as one of several times.
  ///
  /// @param time which one, from 1
  /// @param times how many in all
  public Phase again(int time, int times) {
    return new Phase(
        name + "-" + time,
        title + " " + time + "/" + times,
        kind,
        duration,
        populations,
        ceiling,
        database,
        faults,
        recovery);
  }

  /// Refuses a name that does not match `[a-z0-9-]+`.
  static void requireName(String what, String name) {
    if (!name.matches("[a-z0-9-]+")) {
      throw new IllegalArgumentException(
          what + " '" + name + "': use small letters, digits and hyphens, and a title for people");
    }
  }
}
