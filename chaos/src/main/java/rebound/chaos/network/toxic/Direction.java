package rebound.chaos.network.toxic;

import java.util.Locale;
import java.util.Optional;

/// Which way bytes flow through a proxy.
public enum Direction {
  /// From the client to the server behind the proxy.
  UPSTREAM,
  /// From the server behind the proxy to the client.
  DOWNSTREAM;

  /// The direction of a protocol text, in any case; empty for any other text.
  public static Optional<Direction> of(String text) {
    return switch (text.toLowerCase(Locale.ROOT)) {
      case "upstream" -> Optional.of(UPSTREAM);
      case "downstream" -> Optional.of(DOWNSTREAM);
      default -> Optional.empty();
    };
  }

  /// The protocol's word for it.
  public String text() {
    return name().toLowerCase(Locale.ROOT);
  }
}
