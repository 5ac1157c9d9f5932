package rebound.soak.attach;

import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalLong;

/// What was found of something that runs.
///
/// @param pid its main process; empty where it has none that can be seen from here
/// @param memory the directory of its control group; empty where memory is read from the process
public record Found(OptionalLong pid, Optional<Path> memory) {}
