package rebound.soak.live;

import io.micrometer.core.instrument.Clock;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.composite.CompositeMeterRegistry;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.micrometer.registry.otlp.OtlpMeterRegistry;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.Optional;
import rebound.chaos.measure.IntervalSample;
import rebound.soak.evidence.PhaseRecord;
import rebound.soak.evidence.capacity.TrialRecord;
import rebound.soak.journal.Event;
import rebound.soak.plan.Phase;
import rebound.soak.run.RunListener;
import rebound.soak.run.RunRequest;
import rebound.soak.target.StartException;

/// Live metrics of one or more runs in turn: counters, gauges and latency histograms with buckets,
/// never percentiles, which cannot be added up. Nothing in a verdict is made from them. Hears the
/// run on its one thread; the page is read by others.
public final class LiveMetrics implements RunListener, AutoCloseable {
  private final CompositeMeterRegistry meters = new CompositeMeterRegistry();
  private final Optional<MetricsPage> page;
  private RunMeters run = new RunMeters(meters, "", "");

  private LiveMetrics(Optional<PrometheusMeterRegistry> scraped, Optional<MetricsPage> page) {
    scraped.ifPresent(meters::add);
    this.page = page;
  }

  /// Begins to show metrics.
  ///
  /// @param address where Prometheus may ask for them; port 0 for any free one
  /// @param otlp where they are sent by the OpenTelemetry protocol over HTTP
  /// @throws StartException with exit code 3 when the port is taken
  public static LiveMetrics open(Optional<InetSocketAddress> address, Optional<URI> otlp)
      throws StartException {
    Optional<PrometheusMeterRegistry> scraped =
        address.map(it -> new PrometheusMeterRegistry(PrometheusConfig.DEFAULT));
    Optional<MetricsPage> page =
        address.isEmpty()
            ? Optional.empty()
            : Optional.of(MetricsPage.open(address.get(), scraped.orElseThrow()));
    LiveMetrics live = new LiveMetrics(scraped, page);
    otlp.ifPresent(it -> live.meters.add(new OtlpMeterRegistry(new OtlpTarget(it), Clock.SYSTEM)));
    return live;
  }

  /// Where the page stands, if there is one.
  public Optional<URI> address() {
    return page.map(MetricsPage::address);
  }

  /// The next run begins.
  public void opening(RunRequest request) {
    opening(request.plan().name(), request.target().name());
  }

  void opening(String plan, String target) {
    run.forget();
    run = new RunMeters(meters, plan, target);
  }

  @Override
  public void phaseStarted(Phase phase, int index, int count) {
    run.phaseStarted(phase, index, count);
  }

  @Override
  public void traffic(Phase phase, IntervalSample sample) {
    run.traffic(phase, sample);
  }

  @Override
  public void second(Phase phase, double elapsedSeconds, Event.Second second) {
    run.second(elapsedSeconds, second);
  }

  @Override
  public void phaseEnded(PhaseRecord record) {
    run.phaseEnded(record);
  }

  @Override
  public void trialEnded(TrialRecord trial) {
    run.trialEnded(trial);
  }

  /// Sends what was not sent yet and takes the page away.
  @Override
  public void close() {
    meters.getRegistries().forEach(MeterRegistry::close);
    meters.close();
    page.ifPresent(MetricsPage::close);
  }
}
