package rebound.server.overload;

/// Tells the time that passes.
@FunctionalInterface
public interface Clock {
  /// Nanoseconds since some moment.
  long nanos();

  /// The machine's own clock.
  static Clock system() {
    return System::nanoTime;
  }
}
