package rebound.chaos.network.proxy;

/// A request that cannot be fulfilled, in the protocol's words.
public final class Refusal extends Exception {
  private static final long serialVersionUID = 1;

  private final int status;

  /// @param status of the HTTP answer
  /// @param message the protocol's text
  public Refusal(int status, String message) {
    super(message);
    this.status = status;
  }

  /// The status of the HTTP answer.
  public int status() {
    return status;
  }

  /// The body cannot be understood.
  public static Refusal badBody(String why) {
    return new Refusal(400, "bad request body: " + why);
  }

  static Refusal missing(String field, String where) {
    return new Refusal(400, "missing required field: " + field + where);
  }
}
