package rebound.soak.run;

import java.util.Optional;
import java.util.OptionalLong;
import rebound.chaos.load.Endpoint;

/// A target that runs already, and how its memory is read.
///
/// @param endpoint where it listens
/// @param pid root of its process tree
/// @param memory `cgroup:PATH` or `prometheus:URL#METRIC`, where memory is not read from the pid
/// @param headers sent with every request of the plan and of the probes
public record Attachment(
    Endpoint endpoint, OptionalLong pid, Optional<String> memory, SecretHeaders headers) {
  /// True when nobody said how to read its memory.
  public boolean unwatched() {
    return pid.isEmpty() && memory.isEmpty();
  }
}
