package rebound.chaos.http;

/// As much of a request's method as the framing of its response depends on.
public enum RequestMethod {
  /// Its response has a head alone, whatever the head says.
  HEAD,
  /// Its good response has no end: the connection is a tunnel from then on.
  CONNECT,
  /// All others.
  OTHER;

  /// The kind of a method as it stands in a request line (methods are case-sensitive).
  public static RequestMethod of(String method) {
    return switch (method) {
      case "HEAD" -> HEAD;
      case "CONNECT" -> CONNECT;
      default -> OTHER;
    };
  }
}
