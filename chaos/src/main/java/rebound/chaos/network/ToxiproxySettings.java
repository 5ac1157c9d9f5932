package rebound.chaos.network;

import java.util.Objects;

/// How a Toxiproxy server is to run.
///
/// @param host where the API listens: a name or an address
/// @param port of the API; 0 takes a free one
/// @param seed of all draws, so that a run can be repeated
/// @param proxyMetrics `/metrics` has the bytes of each proxy
/// @param runtimeMetrics `/metrics` has the process's own figures
/// @param mostHeldBytes what all toxics together may hold; with more, senders have to wait
public record ToxiproxySettings(
    String host,
    int port,
    long seed,
    boolean proxyMetrics,
    boolean runtimeMetrics,
    long mostHeldBytes) {
  /// Alone: a link of 1 GB/s with 100 ms in both directions.
  static final long HELD_BYTES = 192L * 1024 * 1024;

  /// Inside a run, which has more to do with its memory.
  private static final long EMBEDDED_HELD_BYTES = 64L * 1024 * 1024;

  public ToxiproxySettings {
    Objects.requireNonNull(host, "host");
    if (port < 0 || port > 65_535) {
      throw new IllegalArgumentException("port " + port + " is not a port; use 0 to 65535");
    }
  }

  /// On a free port of loopback, without metrics.
  ///
  /// @param seed of all draws
  public static ToxiproxySettings onLoopback(long seed) {
    return new ToxiproxySettings("127.0.0.1", 0, seed, false, false, EMBEDDED_HELD_BYTES);
  }
}
