package rebound.soak.cli;

import java.util.List;

/// What the program's end means. Where several apply the first of 130, 2, 5, 3, 1, 4, 0 counts.
final class ExitCode {
  static final int PASS = 0;
  static final int FAIL = 1;
  static final int USAGE = 2;
  static final int INVALID = 3;
  static final int INCONCLUSIVE = 4;
  static final int TARGET_DIED = 5;
  static final int INTERRUPTED = 130;

  private static final List<Integer> BY_WEIGHT =
      List.of(INTERRUPTED, USAGE, TARGET_DIED, INVALID, FAIL, INCONCLUSIVE, PASS);

  private ExitCode() {}

  /// The code that counts where two runs ended differently.
  static int heavier(int one, int other) {
    return BY_WEIGHT.indexOf(one) <= BY_WEIGHT.indexOf(other) ? one : other;
  }
}
