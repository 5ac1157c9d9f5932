package rebound.soak.target;

import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import rebound.chaos.load.Endpoint;

/// A target that runs already; nothing is started or stopped.
///
/// @param endpoint where it listens
/// @param pid root of its process tree, where the user named it
public record AttachedTarget(Endpoint endpoint, OptionalLong pid) implements RunningTarget {
  @Override
  public OptionalDouble startupMillis() {
    return OptionalDouble.empty();
  }

  @Override
  public boolean alive() {
    return pid.isEmpty()
        || ProcessHandle.of(pid.getAsLong()).map(ProcessHandle::isAlive).orElse(false);
  }

  @Override
  public List<String> lastWords() {
    return List.of("process " + pid.orElse(-1) + " is gone");
  }

  @Override
  public void close() {
    // It ran before and goes on running.
  }
}
