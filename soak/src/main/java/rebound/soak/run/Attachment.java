package rebound.soak.run;

import java.nio.file.Path;
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
  private static final String CONTROL_GROUP = "cgroup:";

  /// The folder of the control group by which its memory is read; empty where it is read otherwise.
  public Optional<Path> controlGroup() {
    return memory
        .filter(it -> it.startsWith(CONTROL_GROUP))
        .map(it -> Path.of(it.substring(CONTROL_GROUP.length())));
  }

  /// The headers that go with every request; none where nothing was said.
  static SecretHeaders headersOf(Optional<Attachment> attachment) {
    return attachment.map(Attachment::headers).orElseGet(SecretHeaders::none);
  }

  /// True when nobody said how to read its memory.
  public boolean unwatched() {
    return pid.isEmpty() && memory.isEmpty();
  }
}
