package rebound.chaos.load;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import rebound.chaos.loop.EventLoop;
import rebound.chaos.wire.Buffers;

/// The load driver: event loops that stay, warm, for a whole run, and a [Traffic] for each phase.
/// Used by one thread.
public final class LoadDriver implements AutoCloseable {
  private final List<EventLoop> loops;
  private final List<Buffers> buffers = new ArrayList<>();
  private double quietLagP99Millis;

  /// Starts the loops.
  public LoadDriver(Settings settings) {
    loops =
        IntStream.range(0, settings.loops())
            .mapToObj(i -> new EventLoop("driver-loop-" + i))
            .toList();
    for (int i = 0; i < loops.size(); i++) {
      buffers.add(new Buffers());
    }
  }

  /// The seed of one population's draws: with it a schedule is the one that the driver kept.
  ///
  /// @param seed the phase's
  /// @param population its place in the phase, from 0
  public static long stream(long seed, int population) {
    return seed * 0x9e3779b97f4a7c15L + population;
  }

  /// Makes a phase's traffic ready; nothing is sent before [Traffic#open].
  ///
  /// @param endpoint where it goes
  /// @param populations who sends what
  /// @param seed of mixes and schedules
  /// @throws IllegalArgumentException when the host does not resolve, or a replay cannot be read
  public Traffic prepare(Endpoint endpoint, List<Population> populations, long seed) {
    return prepare(endpoint, populations, seed, Duration.ofSeconds(1));
  }

  /// The same with samples of another length than a second.
  ///
  /// @param each length of a sample, at least 10 ms; short ones are to be taken as often as they
  ///     are cut, or they get longer
  public Traffic prepare(
      Endpoint endpoint, List<Population> populations, long seed, Duration each) {
    if (each.toMillis() < 10) {
      throw new IllegalArgumentException(
          "a sample of " + each.toMillis() + " ms is too short: 10 ms at least");
    }
    return new PhaseTraffic(
        loops, List.copyOf(buffers), endpoint, populations, seed, each, quietLagP99Millis);
  }

  /// Finds the highest rate that this driver keeps on this machine, against a responder on a thread
  /// of its own in this process, and how late timers alone make it; both are used from then on. It
  /// warms the driver too. Takes 4 to 13 times `each`.
  ///
  /// @param each length of a trial; at least half a second says something
  public Calibration calibrate(Duration each) throws InterruptedException {
    Calibration calibration = Calibration.of(this, each);
    quietLagP99Millis = calibration.quietLagP99Millis();
    return calibration;
  }

  /// Finds only how late timers alone make this driver on this machine, and uses it from then on.
  /// Takes three times `each`.
  ///
  /// @param each length of a trial; at least half a second says something
  public void measureQuietLag(Duration each) throws InterruptedException {
    quietLagP99Millis = Calibration.quietly(this, each).quietLagP99Millis();
  }

  /// Its loops, for tests that stall them on purpose.
  List<EventLoop> loops() {
    return loops;
  }

  /// Ends the loops and closes all their connections.
  @Override
  public void close() {
    loops.forEach(EventLoop::close);
  }
}
