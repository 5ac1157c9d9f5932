package rebound.fakedb.query;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogWriter;

/// How late answers left: actual minus planned. Event loop thread only.
///
/// A run may trust its delays while the median is at most 0.5 ms and at most one answer in a
/// hundred is later than 5 ms or a tenth of its own delay, whichever is more. The strict limits,
/// 0.2 ms and 2 ms or a twentieth, hold on an idle machine.
public final class Accuracy {
  private static final long MAX_NANOS = 3_600_000_000_000L;
  private static final int SAMPLES_MIN = 20;
  private static final int LOG_MAX_CHARS = 4 * 1024 * 1024;

  private final Histogram overshoot = new Histogram(1000, MAX_NANOS, 3);
  private final StringBuilder log = new StringBuilder();
  private final QueryLog queries;
  private final long startMillis = System.currentTimeMillis();
  private long sinceMillis = startMillis;
  private long late;
  private long lateStrictly;
  private long answered;
  private long askedNanos;
  private long appliedNanos;
  private String label = "";

  /// The state of the limits.
  public enum Verdict {
    /// Within its limits.
    ACCURATE,
    /// Beyond its limits: a run that saw this is INVALID.
    INACCURATE,
    /// Too few delayed answers to say.
    TOO_FEW
  }

  /// Nothing recorded yet.
  ///
  /// @param queries takes down each query
  public Accuracy(QueryLog queries) {
    this.queries = queries;
  }

  void record(Query query, long actualNanos) {
    long late = actualNanos - query.dueNanos;
    record(query.dueNanos - query.arrivalNanos, late);
    queries.add(
        query.line.connection(), query.arrivalNanos, query.startNanos, query.dueNanos, actualNanos);
  }

  void record(long plannedNanos, long overshootNanos) {
    answered++;
    askedNanos += plannedNanos;
    appliedNanos += plannedNanos + overshootNanos;
    overshoot.recordValue(Math.clamp(overshootNanos, 0, MAX_NANOS));
    if (overshootNanos > Math.max(5_000_000, plannedNanos / 10)) {
      late++;
    }
    if (overshootNanos > Math.max(2_000_000, plannedNanos / 20)) {
      lateStrictly++;
    }
  }

  /// Whether a run may trust the delays that it saw since the last reset.
  ///
  /// @return by the limits that hold while a run loads the machine
  public Verdict inRun() {
    return verdict(500_000, late);
  }

  /// Whether it is as accurate as it is on an idle machine.
  ///
  /// @return by the strict limits
  public Verdict strict() {
    return verdict(200_000, lateStrictly);
  }

  private Verdict verdict(long medianNanosMax, long tooLate) {
    long count = overshoot.getTotalCount();
    if (count < SAMPLES_MIN) {
      return Verdict.TOO_FEW;
    }
    boolean good =
        overshoot.getValueAtPercentile(50) <= medianNanosMax && tooLate <= Math.max(1, count / 100);
    return good ? Verdict.ACCURATE : Verdict.INACCURATE;
  }

  /// The overshoots since the last reset.
  ///
  /// @return nanoseconds; live
  public Histogram overshoot() {
    return overshoot;
  }

  /// How many answers left later than the in-run limit for a single one.
  ///
  /// @return since the last reset
  public long late() {
    return late;
  }

  /// Answers since the start, which no reset forgets.
  public long answered() {
    return answered;
  }

  /// The delays that all answers were to have, added up, since the start.
  public long askedNanos() {
    return askedNanos;
  }

  /// The delays that all answers really had, added up, since the start.
  public long appliedNanos() {
    return appliedNanos;
  }

  /// What is recorded now, as named by the last reset.
  ///
  /// @return empty where it was not named
  public String label() {
    return label;
  }

  /// Ends this interval, keeps it for the log, and begins the next.
  ///
  /// @param next its label; the characters that a log's tag cannot hold become dashes
  public void reset(String next) {
    if (overshoot.getTotalCount() > 0) {
      String line = line();
      if (log.length() + line.length() <= LOG_MAX_CHARS) {
        log.append(line);
      }
    }
    overshoot.reset();
    late = 0;
    lateStrictly = 0;
    sinceMillis = System.currentTimeMillis();
    label = next.replaceAll("[^A-Za-z0-9/._-]", "-");
  }

  /// All intervals so far, the present one too, as an HdrHistogram log in nanoseconds.
  ///
  /// @return the text of the log
  public String text() {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    HistogramLogWriter writer = new HistogramLogWriter(bytes);
    writer.outputComment("overshoot of the fake database, nanoseconds");
    writer.outputLogFormatVersion();
    writer.outputStartTime(startMillis);
    writer.outputLegend();
    writer.close();
    String rest = overshoot.getTotalCount() > 0 ? line() : "";
    return bytes.toString(StandardCharsets.UTF_8) + log + rest;
  }

  private String line() {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    Histogram interval = overshoot.copy();
    interval.setTag(label.isEmpty() ? null : label);
    double start = (sinceMillis - startMillis) / 1e3;
    double end = (System.currentTimeMillis() - startMillis) / 1e3;
    HistogramLogWriter writer = new HistogramLogWriter(bytes);
    writer.outputIntervalHistogram(start, end, interval, 1e6);
    writer.close();
    return bytes.toString(StandardCharsets.UTF_8);
  }
}
