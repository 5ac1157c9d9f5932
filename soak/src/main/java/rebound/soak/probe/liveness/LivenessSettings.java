package rebound.soak.probe.liveness;

import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Optional;

/// What the liveness probe asks, and how often.
///
/// @param address where the target listens
/// @param path of the health route, for the fresh and the kept connection
/// @param throughPath of a route that needs the dependency; empty where the target has none
/// @param interval between two probes of the same path: 250 ms, 1 s in soaks
/// @param timeout after which silence counts (1 s as in Kubernetes); at most eight intervals, so
///     that at most eight probes of a path are under way
public record LivenessSettings(
    InetSocketAddress address,
    String path,
    Optional<String> throughPath,
    Duration interval,
    Duration timeout) {
  /// Probes of a path that may be under way at once.
  static final int MAX_OUTSTANDING = 8;

  public LivenessSettings {
    checkPath(path);
    throughPath.ifPresent(LivenessSettings::checkPath);
    if (interval.toMillis() < 10) {
      throw new IllegalArgumentException("interval is " + interval + "; it is at least 10 ms");
    }
    if (timeout.isNegative()
        || timeout.isZero()
        || timeout.compareTo(interval.multipliedBy(MAX_OUTSTANDING)) > 0) {
      throw new IllegalArgumentException(
          "timeout is "
              + timeout
              + "; it is above 0 and at most "
              + MAX_OUTSTANDING
              + " intervals of "
              + interval);
    }
  }

  /// The defaults of METHODOLOGY 6: each 250 ms, with a timeout of 1 s.
  public static LivenessSettings of(
      InetSocketAddress address, String path, Optional<String> throughPath) {
    return new LivenessSettings(
        address, path, throughPath, Duration.ofMillis(250), Duration.ofSeconds(1));
  }

  private static void checkPath(String path) {
    if (!path.startsWith("/") || !path.chars().allMatch(c -> c > ' ' && c < 127)) {
      throw new IllegalArgumentException(
          "probe path '" + path + "' does not begin with / or holds a blank; write /health");
    }
  }

  String request(String path, boolean keep) {
    String host = address.getHostString();
    String authority = (host.contains(":") ? "[" + host + "]" : host) + ":" + address.getPort();
    return "GET "
        + path
        + " HTTP/1.1\r\nHost: "
        + authority
        + "\r\nUser-Agent: rebound-liveness\r\nConnection: "
        + (keep ? "keep-alive" : "close")
        + "\r\n\r\n";
  }
}
