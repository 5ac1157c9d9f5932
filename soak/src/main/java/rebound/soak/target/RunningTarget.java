package rebound.soak.target;

import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import rebound.chaos.load.Endpoint;

/// A target that serves: started by this run, or attached to. Thread-safe.
public interface RunningTarget extends AutoCloseable {
  /// Where the traffic goes.
  Endpoint endpoint();

  /// The root of its process tree; empty where it is unknown.
  OptionalLong pid();

  /// Milliseconds from spawning to the first good answer; empty where it ran before.
  OptionalDouble startupMillis();

  /// False once its process is known to be gone.
  boolean alive();

  /// What is known about its end, for the message that it died.
  List<String> lastWords();

  /// Stops what this run started, and nothing else.
  @Override
  void close();
}
