package rebound.soak.evidence;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
import rebound.soak.evidence.capacity.CapacityRecord;
import rebound.soak.evidence.overload.OverloadRecord;
import rebound.soak.evidence.overload.SurfaceRecord;
import rebound.soak.evidence.sample.Environment;

/// A whole run: what `run.json` holds.
///
/// @param schemaVersion version of this format
/// @param plan the plan's name
/// @param target the target's name
/// @param verdict the word for the whole run
/// @param exitCode the exit code that goes with it
/// @param quick true for a quick look, which is no release verdict
/// @param seed seed of every random choice
/// @param startedAt UTC, ISO 8601
/// @param seconds length of the run
/// @param interrupted why it ended early; empty where it did not
/// @param startupMillis from spawning the target to its first good answer; null for an attached one
/// @param sentences the verdict in words
/// @param environment machine, kernel, JDK, limits
/// @param phases in their order
/// @param gates what was demanded, and what became of it
/// @param memoryReturn whether memory came back
/// @param ratchet whether cycles of load and rest leave something behind
/// @param ladder where memory that stayed is held; absent where nobody asked
/// @param creep what soak phases say about growth, a metric each
/// @param driver the driver over the whole run
/// @param capacity what a search for a capacity found; absent where the plan has none
/// @param observer what watching cost; absent in a run that did not come so far
/// @param overload what happens past capacity; absent where the plan does not ask
/// @param surface a grid of loads and delays; absent where the plan does not ask
/// @param notes what happened besides: faults, gaps, left-out phases, a line each
public record RunRecord(
    int schemaVersion,
    String plan,
    String target,
    Verdict verdict,
    int exitCode,
    boolean quick,
    long seed,
    String startedAt,
    double seconds,
    String interrupted,
    Double startupMillis,
    SentencesRecord sentences,
    Environment environment,
    List<PhaseRecord> phases,
    List<GateRecord> gates,
    MemoryReturnRecord memoryReturn,
    RatchetRecord ratchet,
    @JsonInclude(JsonInclude.Include.NON_NULL) LadderRecord ladder,
    List<CreepRecord> creep,
    DriverRecord driver,
    @JsonInclude(JsonInclude.Include.NON_NULL) CapacityRecord capacity,
    @JsonInclude(JsonInclude.Include.NON_NULL) ObserverRecord observer,
    @JsonInclude(JsonInclude.Include.NON_NULL) OverloadRecord overload,
    @JsonInclude(JsonInclude.Include.NON_NULL) SurfaceRecord surface,
    List<String> notes) {

  /// The current format.
  public static final int SCHEMA_VERSION = 1;

  /// Copies the lists.
  public RunRecord {
    phases = List.copyOf(phases);
    gates = List.copyOf(gates);
    creep = List.copyOf(creep);
    notes = List.copyOf(notes);
  }

  /// The phase by its name, or null.
  public PhaseRecord phase(String name) {
    return phases.stream().filter(phase -> phase.name().equals(name)).findFirst().orElse(null);
  }
}
