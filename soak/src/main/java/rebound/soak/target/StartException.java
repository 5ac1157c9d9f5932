package rebound.soak.target;

/// A target or its database did not come up. Ends the program with the exit code that fits: 5 for a
/// target that never got ready, 3 for a machine that is short of something.
public final class StartException extends Exception {
  private static final long serialVersionUID = 1L;

  private final int exitCode;

  /// Why it did not come up.
  ///
  /// @param exitCode 3 or 5
  /// @param message the setting, its value and the remedy
  public StartException(int exitCode, String message) {
    super(message);
    this.exitCode = exitCode;
  }

  /// The exit code that fits.
  public int exitCode() {
    return exitCode;
  }
}
