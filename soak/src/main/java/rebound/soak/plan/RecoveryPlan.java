package rebound.soak.plan;

import java.time.Duration;

/// How a phase's recovery is judged: from the end of its last fault, or from its start where it has
/// none, against what service was like in another phase.
///
/// @param baseline the other phase, which came before
/// @param extension how much longer the phase goes on where service is not yet as before
public record RecoveryPlan(String baseline, Duration extension) {}
