package rebound.soak.evidence;

import java.util.List;

/// What was seen of one phase.
///
/// @param name the phase's name
/// @param title for people
/// @param kind `load`, `warm-up`, `rest`, `recovery` or `soak`
/// @param startSeconds start of its measured time, from the run's start
/// @param seconds length of its measured time
/// @param attempt 1, or more where a disturbed phase was done again
/// @param applicable false where nothing was sent: the target has no such route, or its ceiling
///     says all there is to say
/// @param populations what each population felt, in the plan's order
/// @param ceilingPerSecond what no server can exceed there: waiting requests over their delay;
///     null where the plan names no delay
/// @param memory resident memory of the target's process tree
/// @param cpuSeconds CPU of the target's process tree; null where unreadable
/// @param cpuSecondsPer100k the same for 100,000 responses of all populations
/// @param busiestThreadRatio CPU over wall time of the target's busiest thread (event loop share)
/// @param liveness what the probes saw
/// @param machine what disturbed the machine
/// @param database how well the fake database kept its delays; null without one
/// @param driver the driver's word on itself; null in a rest
/// @param trusted true when neither the driver nor the machine spoiled the figures
/// @param reasons why not, a sentence each
/// @param faults harm that was made while the load went on
/// @param recovery whether service came back; null where the plan does not ask
public record PhaseRecord(
    String name,
    String title,
    String kind,
    double startSeconds,
    double seconds,
    int attempt,
    boolean applicable,
    List<PopulationRecord> populations,
    Double ceilingPerSecond,
    MemoryRecord memory,
    Double cpuSeconds,
    Double cpuSecondsPer100k,
    Double busiestThreadRatio,
    LivenessRecord liveness,
    MachineRecord machine,
    DatabaseRecord database,
    DriverRecord driver,
    boolean trusted,
    List<String> reasons,
    List<FaultRecord> faults,
    RecoveryRecord recovery) {

  /// Copies the lists.
  public PhaseRecord {
    populations = List.copyOf(populations);
    reasons = List.copyOf(reasons);
    // A journal from before there were faults has none.
    faults = faults == null ? List.of() : List.copyOf(faults);
  }

  /// Goodput of the first population over the ceiling, or null: who refuses waits for nothing.
  public Double ceilingRatio() {
    return ceilingPerSecond == null || populations.isEmpty()
        ? null
        : populations.getFirst().goodputPerSecond() / ceilingPerSecond;
  }

  /// The population by its name, the first one for an empty name, or null.
  public PopulationRecord population(String wanted) {
    for (PopulationRecord population : populations) {
      if (wanted.isEmpty() || population.name().equals(wanted)) {
        return population;
      }
    }
    return null;
  }
}
