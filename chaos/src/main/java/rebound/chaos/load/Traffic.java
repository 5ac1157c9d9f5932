package rebound.chaos.load;

import java.time.Duration;
import java.util.List;
import rebound.chaos.measure.DriverReport;
import rebound.chaos.measure.IntervalSample;
import rebound.chaos.measure.PopulationResult;

/// The traffic of one phase, good or hostile. Used by one thread, in the order open, start,
/// (samples
/// and stop as often as wanted), await, close. Closing ends all connections and threads, at any
/// time.
public interface Traffic extends AutoCloseable {

  /// Opens the connections that stand before the phase starts.
  ///
  /// @param within how long it may take
  /// @return how many stand; fewer than asked when the target refused some or the time ran out
  int open(Duration within) throws InterruptedException;

  /// Starts the phase's clock. Returns at once.
  ///
  /// @param startNanos instant of `System.nanoTime()` at which the schedule begins
  /// @param durationNanos length of the phase
  void start(long startNanos, long durationNanos);

  /// The samples since the last call, oldest first, each as long as the traffic was made for, a
  /// second by default; never blocks.
  List<IntervalSample> samples();

  /// True once everything was sent that is to be sent, before the phase's time; only where a
  /// population's requests are counted.
  default boolean ended() {
    return false;
  }

  /// Ends the phase before its time: nothing new is sent, what is in flight drains.
  void stop();

  /// Waits for the end of the phase and its drain.
  Result await() throws InterruptedException;

  /// Closes all connections and ends all threads of this traffic.
  @Override
  void close();

  /// What a phase's traffic measured.
  ///
  /// @param populations one result a population, in the plan's order
  /// @param driver the driver's word on itself
  record Result(List<PopulationResult> populations, DriverReport driver) {
    /// Copies the list.
    public Result {
      populations = List.copyOf(populations);
    }
  }
}
