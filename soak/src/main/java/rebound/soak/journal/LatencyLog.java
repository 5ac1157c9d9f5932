package rebound.soak.journal;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogWriter;
import rebound.chaos.measure.IntervalSample;

/// Appends a histogram a second, population and kind of time to `latency.hlog`, in the log format
/// that the public HdrHistogram tools read; tags are `phase/population/response` and
/// `phase/population/service`. Values are nanoseconds. Used by one thread.
public final class LatencyLog implements AutoCloseable {
  private static final double NANOS_PER_MILLI = 1e6;

  private final Path file;
  private final PrintStream stream;
  private final HistogramLogWriter writer;
  private final long baseMillis;

  private LatencyLog(Path file, PrintStream stream, long baseMillis) {
    this.file = file;
    this.stream = stream;
    this.baseMillis = baseMillis;
    this.writer = new HistogramLogWriter(stream);
  }

  /// Begins a log, or goes on with one.
  ///
  /// @param startMillis wall clock of the run's start, a label
  public static LatencyLog open(Path file, long startMillis) throws IOException {
    boolean begins = Files.notExists(file) || Files.size(file) == 0;
    OutputStream out =
        Files.newOutputStream(file, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    LatencyLog log =
        new LatencyLog(file, new PrintStream(out, false, StandardCharsets.UTF_8), startMillis);
    log.writer.setBaseTime(startMillis);
    if (begins) {
      log.writer.outputComment("[rebound: response and service times in nanoseconds]");
      log.writer.outputLogFormatVersion();
      log.writer.outputStartTime(startMillis);
      log.writer.outputLegend();
    }
    return log;
  }

  /// Appends a population's second.
  ///
  /// @param phaseStartMillis wall clock of the phase's start, a label
  ///
  /// @throws UnwrittenException when the disk takes no more
  public void write(String phase, long phaseStartMillis, IntervalSample sample)
      throws UnwrittenException {
    long start = phaseStartMillis + sample.startNanos() / 1_000_000;
    long end = phaseStartMillis + sample.endNanos() / 1_000_000;
    String tag = phase + "/" + sample.population() + "/";
    append(tag + "response", start, end, sample.response());
    append(tag + "service", start, end, sample.service());
    // Flushes too. A stream that prints keeps its errors to itself.
    if (stream.checkError()) {
      throw UnwrittenException.of("the latency log " + file, "disk full or gone", null);
    }
  }

  @Override
  public void close() {
    stream.close();
  }

  private void append(String tag, long startMillis, long endMillis, Histogram histogram) {
    if (histogram.getTotalCount() > 0) {
      histogram.setTag(tag);
      writer.outputIntervalHistogram(
          (startMillis - baseMillis) / 1e3,
          (endMillis - baseMillis) / 1e3,
          histogram,
          NANOS_PER_MILLI);
    }
  }
}
