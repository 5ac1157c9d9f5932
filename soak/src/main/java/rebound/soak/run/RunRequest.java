package rebound.soak.run;

import java.nio.file.Path;
import java.util.Optional;
import rebound.soak.plan.Plan;
import rebound.soak.target.Home;
import rebound.soak.target.TargetSpec;

/// What one run is asked to do.
///
/// @param home where Rebound is installed
/// @param plan the plan, as resolved
/// @param planText the same as YAML, for the run's folder
/// @param target the target file; of an attached target a stand-in that names routes and probes
/// @param attachment how to attach instead of starting; empty starts the target
/// @param quick true for a quick look
/// @param strict true when a quick look judges all gates
/// @param runs folder of all runs
/// @param resumption where an interrupted run goes on; empty begins a new one
public record RunRequest(
    Home home,
    Plan plan,
    String planText,
    TargetSpec target,
    Optional<Attachment> attachment,
    boolean quick,
    boolean strict,
    Path runs,
    Optional<Resumption> resumption) {

  /// The same in another folder of runs.
  public RunRequest in(Path folder) {
    return new RunRequest(
        home, plan, planText, target, attachment, quick, strict, folder, resumption);
  }
}
