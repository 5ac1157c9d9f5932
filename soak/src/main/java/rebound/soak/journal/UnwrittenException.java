package rebound.soak.journal;

import java.io.IOException;

/// The disk takes no more of a run's folder. What stands in it is valid and the run may go on
// later.
public final class UnwrittenException extends IOException {
  private static final long serialVersionUID = 1;

  UnwrittenException(String message, Throwable cause) {
    super(message, cause);
  }

  static UnwrittenException of(String what, String why, Throwable cause) {
    return new UnwrittenException(
        what
            + " cannot be written ("
            + why
            + "): what stands in it is valid; free some space and go on with rebound resume, or"
            + " use another folder with --out",
        cause);
  }
}
