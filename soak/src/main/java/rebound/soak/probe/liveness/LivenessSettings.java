package rebound.soak.probe.liveness;

import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import rebound.chaos.wire.Security;

/// What the liveness probe asks, and how often.
///
/// @param address where the target listens
/// @param path of the health route, for the fresh and the kept connection
/// @param throughPath of a route that needs the dependency; empty where the target has none
/// @param interval between two probes of the same path: 250 ms, 1 s in soaks
/// @param timeout after which silence counts (1 s as in Kubernetes); at most eight intervals, so
///     that at most eight probes of a path are under way
/// @param authority host and port as they stand in a request
/// @param security how the sockets are encrypted
/// @param headers sent with each probe; they may be secret
public record LivenessSettings(
    InetSocketAddress address,
    String path,
    Optional<String> throughPath,
    Duration interval,
    Duration timeout,
    String authority,
    Security security,
    Map<String, String> headers) {
  /// Probes of a path that may be under way at once.
  static final int MAX_OUTSTANDING = 8;

  public LivenessSettings {
    headers = Map.copyOf(headers);
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
        address,
        path,
        throughPath,
        Duration.ofMillis(250),
        Duration.ofSeconds(1),
        authority(address),
        Security.none(),
        Map.of());
  }

  /// The same under another name, encrypted or not, with headers.
  public LivenessSettings asking(
      String newAuthority, Security newSecurity, Map<String, String> newHeaders) {
    return new LivenessSettings(
        address, path, throughPath, interval, timeout, newAuthority, newSecurity, newHeaders);
  }

  /// The same with other times.
  LivenessSettings each(Duration newInterval, Duration newTimeout) {
    return new LivenessSettings(
        address, path, throughPath, newInterval, newTimeout, authority, security, headers);
  }

  private static String authority(InetSocketAddress address) {
    String host = address.getHostString();
    return (host.contains(":") ? "[" + host + "]" : host) + ":" + address.getPort();
  }

  /// Headers are not shown: they may be secret.
  @Override
  public String toString() {
    return "probes of " + authority + path + " each " + interval;
  }

  private static void checkPath(String path) {
    if (!path.startsWith("/") || !path.chars().allMatch(c -> c > ' ' && c < 127)) {
      throw new IllegalArgumentException(
          "probe path '" + path + "' does not begin with / or holds a blank; write /health");
    }
  }

  String request(String path, boolean keep) {
    StringBuilder further = new StringBuilder();
    headers.forEach(
        (name, value) -> further.append(name).append(": ").append(value).append("\r\n"));
    return "GET "
        + path
        + " HTTP/1.1\r\nHost: "
        + authority
        + "\r\nUser-Agent: rebound-liveness\r\nConnection: "
        + (keep ? "keep-alive" : "close")
        + "\r\n"
        + further
        + "\r\n";
  }
}
