package rebound.soak.planfile;

import java.util.List;

/// An operator's mistake: what, where, and what to do about it. Ends the program with exit code 2.
public final class UsageException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /// One mistake.
  ///
  /// @param message the setting, its value and the remedy, in small letters
  public UsageException(String message) {
    super(message);
  }

  /// All mistakes of a file, a line each.
  ///
  /// @param messages at least one
  public UsageException(List<String> messages) {
    super(String.join("\n", messages));
  }
}
