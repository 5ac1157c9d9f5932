package rebound.soak.live;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramIterationValue;
import rebound.chaos.measure.IntervalSample;
import rebound.soak.evidence.PhaseRecord;
import rebound.soak.evidence.capacity.TrialRecord;
import rebound.soak.evidence.sample.LivenessSample;
import rebound.soak.evidence.sample.MachineSample;
import rebound.soak.evidence.sample.MemoryDetail;
import rebound.soak.evidence.sample.Reading;
import rebound.soak.evidence.sample.TargetSample;
import rebound.soak.journal.Event;
import rebound.soak.plan.Phase;

/// The meters of one run. Counters and histograms stay until the end; a gauge goes with what it
/// shows. Written by the run's one thread, read by others.
final class RunMeters {
  // 1-2.5-5 from a tenth of a millisecond to a minute.
  private static final Duration[] BUCKETS = {
    Duration.ofNanos(100_000),
    Duration.ofNanos(250_000),
    Duration.ofNanos(500_000),
    Duration.ofMillis(1),
    Duration.ofNanos(2_500_000),
    Duration.ofMillis(5),
    Duration.ofMillis(10),
    Duration.ofMillis(25),
    Duration.ofMillis(50),
    Duration.ofMillis(100),
    Duration.ofMillis(250),
    Duration.ofMillis(500),
    Duration.ofSeconds(1),
    Duration.ofMillis(2_500),
    Duration.ofSeconds(5),
    Duration.ofSeconds(10),
    Duration.ofSeconds(30),
    Duration.ofSeconds(60)
  };

  /// A figure that is read by whoever asks.
  private static final class Figure {
    private volatile double value = Double.NaN;
  }

  private final MeterRegistry meters;
  private final Tags run;
  private final Map<Meter.Id, Figure> figures = new LinkedHashMap<>();
  private final Map<String, Figure> byName = new HashMap<>();
  private final Map<String, Figure> populations = new HashMap<>();

  RunMeters(MeterRegistry meters, String plan, String target) {
    this.meters = meters;
    this.run = Tags.of("plan", plan, "target", target);
  }

  /// Takes the gauges away: the run is over.
  void forget() {
    figures.keySet().forEach(meters::remove);
    figures.clear();
    byName.clear();
    populations.clear();
  }

  void phaseStarted(Phase phase, int index, int count) {
    populations.values().forEach(it -> it.value = 0);
    byName.forEach((name, figure) -> figure.value = name.startsWith("phase ") ? 0 : figure.value);
    figure(
                "phase " + phase.name(),
                "rebound.phase",
                "1 while this phase goes on",
                null,
                run.and(
                    "phase", phase.name(), "kind", phase.kind().name().toLowerCase(Locale.ROOT)))
            .value =
        1;
    gauge("rebound.phase.index", "number of the phase, from 1", null, index);
    gauge("rebound.phase.count", "phases of the plan", null, count);
    gauge(
        "rebound.phase.planned",
        "how long the phase is meant to last",
        "seconds",
        phase.duration().toMillis() / 1e3);
    gauge("rebound.phase.elapsed", "how long it has lasted", "seconds", 0);
  }

  void traffic(Phase phase, IntervalSample sample) {
    Tags tags = run.and("phase", phase.name(), "population", sample.population());
    count("rebound.attempts", "requests that became due", tags, sample.attempted());
    count("rebound.responses", "complete responses", tags, sample.completed());
    count("rebound.good", "right answers in time", tags, sample.good());
    count("rebound.shed", "refusals on purpose", tags, sample.shed());
    count("rebound.failed", "timed out, broken or no connection", tags, sample.failed());
    population("rebound.in.flight", "requests in flight", sample.population(), sample.inFlight());
    population(
        "rebound.connections",
        "connections standing",
        sample.population(),
        sample.openConnections());
    record("rebound.response", "intended time to the end of the answer", tags, sample.response());
    record("rebound.service", "sent to the end of the answer", tags, sample.service());
  }

  void second(double elapsedSeconds, Event.Second second) {
    gauge("rebound.phase.elapsed", "how long it has lasted", "seconds", elapsedSeconds);
    if (!second.target().isEmpty()) {
      TargetSample last = second.target().getLast();
      gauge("rebound.target.resident", "resident memory", "bytes", amount(last.residentBytes(), 1));
      cpu(amount(last.cpuNanos(), 1e-9));
    }
    if (!second.details().isEmpty()) {
      MemoryDetail last = second.details().getLast();
      gauge("rebound.target.anon", "memory of its own", "bytes", amount(last.anonBytes(), 1));
      gauge("rebound.target.threads", "threads", null, amount(last.threads(), 1));
      gauge("rebound.target.descriptors", "open files", null, amount(last.fileDescriptors(), 1));
    }
    for (LivenessSample probe : second.liveness()) {
      Tags tags = run.and("path", lower(probe.path()), "outcome", lower(probe.outcome()));
      count("rebound.probes", "probes of liveness", tags, 1);
    }
    if (!second.machine().isEmpty()) {
      MachineSample last = second.machine().getLast();
      gauge(
          "rebound.machine.hiccup.max",
          "longest stall of the machine in the last second",
          "seconds",
          last.hiccupMaxNanos() / 1e9);
    }
  }

  void phaseEnded(PhaseRecord record) {
    count(
        "rebound.phases",
        "phases that ended",
        run.and("trusted", Boolean.toString(record.trusted())),
        1);
  }

  void trialEnded(TrialRecord trial) {
    gauge(
        "rebound.trial.rate", "rate that the last trial offered", "per_second", trial.perSecond());
    gauge("rebound.trial.good.ratio", "share of its good answers", null, trial.goodRatio());
  }

  private void count(String name, String words, Tags tags, long more) {
    Counter.builder(name).description(words).tags(tags).register(meters).increment((double) more);
  }

  private void record(String name, String words, Tags tags, Histogram values) {
    Timer timer =
        Timer.builder(name)
            .description(words)
            .tags(tags)
            .serviceLevelObjectives(BUCKETS)
            .register(meters);
    for (HistogramIterationValue value : values.recordedValues()) {
      for (long i = value.getCountAddedInThisIterationStep(); i > 0; i--) {
        timer.record(value.getValueIteratedTo(), TimeUnit.NANOSECONDS);
      }
    }
  }

  private void population(String name, String words, String population, double value) {
    String key = name + " " + population;
    Figure figure = figure(key, name, words, null, run.and("population", population));
    populations.put(key, figure);
    figure.value = value;
  }

  private void gauge(String name, String words, String unit, double value) {
    figure(name, name, words, unit, run).value = value;
  }

  private Figure figure(String key, String name, String words, String unit, Tags tags) {
    return byName.computeIfAbsent(
        key,
        _ -> {
          Figure figure = new Figure();
          Gauge gauge =
              Gauge.builder(name, figure, it -> it.value)
                  .description(words)
                  .baseUnit(unit)
                  .tags(tags)
                  .strongReference(true)
                  .register(meters);
          figures.put(gauge.getId(), figure);
          return figure;
        });
  }

  private void cpu(double seconds) {
    Figure figure =
        byName.computeIfAbsent(
            "cpu",
            _ -> {
              Figure used = new Figure();
              FunctionCounter counter =
                  FunctionCounter.builder("rebound.target.cpu", used, it -> it.value)
                      .description("CPU time of the target")
                      .baseUnit("seconds")
                      .tags(run)
                      .register(meters);
              figures.put(counter.getId(), used);
              return used;
            });
    figure.value = seconds;
  }

  private static double amount(Reading reading, double factor) {
    return reading.amount().isPresent() ? reading.amount().getAsLong() * factor : Double.NaN;
  }

  private static String lower(Enum<?> word) {
    return word.name().toLowerCase(Locale.ROOT);
  }

  /// The upper ends of the buckets.
  static List<Duration> buckets() {
    return List.of(BUCKETS);
  }
}
