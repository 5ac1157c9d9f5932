package rebound.server.overload;

/// What `--admission` names.
public enum Policy {
  /// Everything is let in.
  NONE,
  /// A fixed number.
  FIXED,
  /// Additive increase, multiplicative decrease.
  AIMD,
  /// A long average of service times against the latest.
  GRADIENT2,
  /// As many as the work has slots; the rest wait in a queue that CoDel keeps short.
  CODEL;

  /// Reads what `--admission` says.
  ///
  /// @throws IllegalArgumentException when there is no such policy
  public static Policy parse(String text) {
    return switch (text) {
      case "none" -> NONE;
      case "fixed" -> FIXED;
      case "aimd" -> AIMD;
      case "gradient2" -> GRADIENT2;
      case "codel" -> CODEL;
      default ->
          throw new IllegalArgumentException(
              "admission: '%s' is no policy; use none, fixed, aimd, gradient2 or codel"
                  .formatted(text));
    };
  }
}
