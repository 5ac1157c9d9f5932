package rebound.server;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// How many connections the process's file descriptors allow.
final class Descriptors {
  private static final int USUAL_CONNECTIONS = 12_000;
  private static final String LIMIT = "Max open files";

  private Descriptors() {}

  /// Four fifths of the soft limit that `/proc` tells, at most the usual number; the usual number
  /// where it tells none.
  static int connections() {
    try {
      for (String line : Files.readAllLines(Path.of("/proc/self/limits"))) {
        if (line.startsWith(LIMIT)) {
          return connections(line.substring(LIMIT.length()).strip());
        }
      }
      return USUAL_CONNECTIONS;
    } catch (IOException e) {
      return USUAL_CONNECTIONS;
    }
  }

  private static int connections(String limits) {
    if (limits.startsWith("unlimited")) {
      return USUAL_CONNECTIONS;
    }
    long soft = Long.parseLong(limits.substring(0, limits.indexOf(' ')));
    return (int) Math.min(USUAL_CONNECTIONS, soft * 4 / 5);
  }
}
