package rebound.server.guard;

/// Why the rest of a connection is not served.
///
/// @param status the status it is answered with
/// @param detail what is wrong, for the client
public record Refusal(int status, String detail) {
  static Refusal bad(String detail) {
    return new Refusal(400, detail);
  }
}
