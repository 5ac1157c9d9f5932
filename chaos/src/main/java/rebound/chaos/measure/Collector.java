package rebound.chaos.measure;

import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramIterationValue;

/// Gathers a population's slices over all loops: samples on the way, totals at the end. Used by the
/// thread that runs the phase, never by a loop, so that merging costs no request any time.
public final class Collector {
  private final String population;
  private final List<Recorder> recorders;
  private final Slice[] heads;
  private final Histogram response = Latencies.histogram();
  private final Histogram service = Latencies.histogram();

  /// Gathers from these recorders, one a loop.
  public Collector(String population, List<Recorder> recorders) {
    this.population = population;
    this.recorders = List.copyOf(recorders);
    this.heads = new Slice[recorders.size()];
  }

  /// Takes what the loops have cut since the last call.
  ///
  /// @param ended true once all loops have finished: what is left is given out unpaired
  /// @return samples, oldest first, loops added up
  public List<IntervalSample> drain(boolean ended) {
    List<IntervalSample> samples = new ArrayList<>();
    while (true) {
      int have = 0;
      for (int i = 0; i < heads.length; i++) {
        if (heads[i] == null) {
          heads[i] = recorders.get(i).take();
        }
        have += heads[i] == null ? 0 : 1;
      }
      if (have == 0 || (have < heads.length && !ended)) {
        return samples;
      }
      samples.add(merge());
    }
  }

  private IntervalSample merge() {
    long start = Long.MAX_VALUE;
    long end = 0;
    long attempted = 0;
    long completed = 0;
    long good = 0;
    long shed = 0;
    long failed = 0;
    SortedMap<String, Long> troubles = new TreeMap<>();
    int inFlight = 0;
    int open = 0;
    long longest = 2_000_000;
    for (Slice slice : heads) {
      if (slice != null) {
        longest = Math.max(longest, slice.response.getMaxValue());
        longest = Math.max(longest, slice.service.getMaxValue());
      }
    }
    // Only as long as their longest value: a day of full-range copies would not fit in memory.
    Histogram responses = new Histogram(1_000, longest + longest / 4, 3);
    Histogram services = new Histogram(1_000, longest + longest / 4, 3);
    for (int i = 0; i < heads.length; i++) {
      Slice slice = heads[i];
      if (slice == null) {
        continue;
      }
      start = Math.min(start, slice.startNanos);
      end = Math.max(end, slice.endNanos);
      attempted += slice.attempted;
      completed += slice.completed;
      good += slice.good;
      shed += slice.shed;
      failed += slice.failed;
      for (int kind = 0; kind < slice.troubles.length; kind++) {
        if (slice.troubles[kind] > 0) {
          troubles.merge(Tally.trouble(kind), slice.troubles[kind], Long::sum);
        }
      }
      inFlight += slice.inFlight;
      open += slice.openConnections;
      pour(slice.response, responses, response);
      pour(slice.service, services, service);
      recorders.get(i).giveBack(slice);
      heads[i] = null;
    }
    return new IntervalSample(
        population,
        start,
        end,
        attempted,
        completed,
        good,
        shed,
        failed,
        troubles,
        inFlight,
        open,
        responses,
        services);
  }

  /// Adds to both in one pass that ends at the longest value; `Histogram.add` would look at an
  /// hour's worth of buckets each time.
  private static void pour(Histogram from, Histogram sample, Histogram total) {
    for (HistogramIterationValue step : from.recordedValues()) {
      long count = step.getCountAddedInThisIterationStep();
      sample.recordValueWithCount(step.getValueIteratedTo(), count);
      total.recordValueWithCount(
          Math.min(step.getValueIteratedTo(), Latencies.HIGHEST_NANOS), count);
    }
  }

  /// All times of the phase; called once, after the last [#drain].
  public Latencies latencies() {
    Latencies all =
        new Latencies(
            response,
            service,
            Latencies.histogram(),
            Latencies.histogram(),
            Latencies.histogram(),
            Latencies.histogram(),
            Latencies.histogram());
    for (Recorder recorder : recorders) {
      all.lag().add(recorder.lagHistogram());
      all.waiting().add(recorder.waitingHistogram());
      all.firstByte().add(recorder.firstByteHistogram());
      all.connect().add(recorder.connectHistogram());
      all.shed().add(recorder.shedHistogram());
    }
    return all;
  }
}
