package rebound.soak.selftest;

/// What a control got.
///
/// @param control which
/// @param right it is what it had to get
/// @param words what it got
public record Found(String control, boolean right, String words) {
  static Found broken(Control control, Throwable cause) {
    return new Found(control.name(), false, "broke: " + cause);
  }
}
