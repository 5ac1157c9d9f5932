package rebound.soak.plan;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/// What to do in a run.
///
/// @param name matches `[a-z0-9-]+`
/// @param answers the question that the plan answers, for lists
/// @param targets target names or files; the command line may name others
/// @param seed of every random choice
/// @param cpus which processors the parts are bound to
/// @param database settings of the fake database, as its control API takes them
/// @param phases in the order in which they happen
/// @param gates what the run must keep
/// @param quick false where a quick look would say nothing
/// @param toxiproxy address of a Toxiproxy server to use instead of the embedded one
/// @param jvm how far a target that is a JVM is looked into
/// @param matrix settings of the target that `--matrix` goes through
/// @param comparison how targets are compared; empty where each stands for itself
/// @param experiment what follows from what the phases show; empty for none
public record Plan(
    String name,
    String answers,
    List<String> targets,
    long seed,
    Cpus cpus,
    Map<String, Object> database,
    List<Phase> phases,
    List<Gate> gates,
    boolean quick,
    Optional<String> toxiproxy,
    JvmLook jvm,
    List<MatrixVariant> matrix,
    Optional<ComparisonPlan> comparison,
    Optional<ExperimentPlan> experiment) {

  /// Copies the lists; refuses a name that files could not carry.
  public Plan {
    targets = List.copyOf(targets);
    database = Map.copyOf(database);
    phases = List.copyOf(phases);
    gates = List.copyOf(gates);
    matrix = List.copyOf(matrix);
    Phase.requireName("plan", name);
    if (comparison.isPresent() && experiment.isPresent()) {
      throw new IllegalArgumentException(
          "a plan that compares targets has no experiment: make a plan of its own for it");
    }
  }

  /// The phases, and for an experiment one that stands for all of its own: what is checked before
  /// any load.
  public List<Phase> foreseeable() {
    return Stream.concat(phases.stream(), experiment.map(ExperimentPlan::example).stream())
        .toList();
  }

  /// True where some phase harms the network between target and database.
  public boolean needsProxy() {
    return foreseeable().stream()
        .flatMap(it -> it.faults().stream())
        .anyMatch(FaultPlan::needsProxy);
  }
}
