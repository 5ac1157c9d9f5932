package rebound.chaos.loop;

/// One alarm of one owner, set and reset without allocation. Used on its loop's thread.
public final class Timer {
  /// What is called when an alarm is due.
  public interface Alarm {
    /// The alarm is due; it is no longer set.
    ///
    /// @param nowNanos instant of `System.nanoTime()`
    void ring(long nowNanos);
  }

  static final int UNSET = -1;

  final Alarm alarm;
  long dueNanos;
  int place = UNSET;

  /// Makes an alarm that is not set.
  public Timer(Alarm alarm) {
    this.alarm = alarm;
  }

  /// True while the alarm is set.
  public boolean isSet() {
    return place != UNSET;
  }

  /// When it rings, if it is set.
  public long dueNanos() {
    return dueNanos;
  }
}
