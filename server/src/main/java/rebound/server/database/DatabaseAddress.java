package rebound.server.database;

import java.net.InetSocketAddress;

/// Where the database listens and how it is to be used.
///
/// @param host its host
/// @param port its port
/// @param connections how many connections all event loops hold together
/// @param pipeline how many calls one connection carries at once
public record DatabaseAddress(String host, int port, int connections, int pipeline) {
  /// Refuses what cannot be used.
  public DatabaseAddress {
    if (host.isBlank() || port < 1 || port > 65_535) {
      throw new IllegalArgumentException(
          "database: '%s:%d' is no address; use HOST:PORT, for example 127.0.0.1:6390"
              .formatted(host, port));
    }
    if (connections < 1 || connections > 10_000) {
      throw new IllegalArgumentException(
          "database-connections: %d is out of range; use 1 to 10000".formatted(connections));
    }
    if (pipeline < 1 || pipeline > 10_000) {
      throw new IllegalArgumentException(
          "database-pipeline: %d is out of range; use 1 to 10000".formatted(pipeline));
    }
  }

  /// Reads `HOST:PORT`.
  ///
  /// @throws IllegalArgumentException when it is not that
  public static DatabaseAddress parse(String text, int connections, int pipeline) {
    int colon = text.lastIndexOf(':');
    try {
      return new DatabaseAddress(
          text.substring(0, Math.max(colon, 0)),
          Integer.parseInt(text.substring(colon + 1)),
          connections,
          pipeline);
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException(
          "database: '%s' is no address; use HOST:PORT, for example 127.0.0.1:6390".formatted(text),
          e);
    }
  }

  /// The socket's address.
  InetSocketAddress socket() {
    return new InetSocketAddress(host, port);
  }
}
