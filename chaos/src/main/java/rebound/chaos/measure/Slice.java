package rebound.chaos.measure;

import org.HdrHistogram.Histogram;

/// What one population did on one loop in about a second. It goes from the loop, which fills it, to
/// the collector, which empties it, and back; only the thread that has it touches it.
final class Slice {
  final Histogram response = Latencies.histogram();
  final Histogram service = Latencies.histogram();
  long startNanos;
  long endNanos;
  long attempted;
  long completed;
  long good;
  long shed;
  long failed;
  final long[] troubles = new long[Tally.TROUBLES];
  int inFlight;
  int openConnections;

  void clear() {
    response.reset();
    service.reset();
  }
}
