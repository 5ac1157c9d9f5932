package rebound.fakedb.wire;

/// Something that has to happen at an instant, on the event loop.
public interface Timed {
  /// The instant of the next thing to do.
  ///
  /// @return `System.nanoTime` of it, or [Long#MAX_VALUE] for nothing
  long nextNanos();

  /// Does what is due.
  ///
  /// @param nowNanos the present, in `System.nanoTime`
  void fire(long nowNanos);
}
