package rebound.chaos.load;

/// How a driver is built, for a whole run.
///
/// @param loops event loops, each a thread with a selector; populations are spread over all
public record Settings(int loops) {
  private static final int MOST_LOOPS = 64;

  /// Refuses fewer than one loop and more than 64.
  public Settings {
    if (loops < 1 || loops > MOST_LOOPS) {
      throw new IllegalArgumentException("loops is " + loops + ": use 1 to " + MOST_LOOPS);
    }
  }

  /// One loop.
  public static Settings defaults() {
    return new Settings(1);
  }
}
