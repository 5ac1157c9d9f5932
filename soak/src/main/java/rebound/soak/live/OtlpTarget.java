package rebound.soak.live;

import io.micrometer.registry.otlp.OtlpConfig;
import java.net.URI;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;

/// Where and how often metrics are sent by the OpenTelemetry protocol. Headers, with a token for
/// example, are the library's to read from `OTEL_EXPORTER_OTLP_HEADERS`.
///
/// @param address of the receiver's metrics, for example `http://127.0.0.1:4318/v1/metrics`
record OtlpTarget(URI address) implements OtlpConfig {
  private static final Duration EVERY = Duration.ofSeconds(5);

  /// Nothing is configured from properties.
  @Override
  public String get(String key) {
    return null;
  }

  @Override
  public String url() {
    return address.toString();
  }

  @Override
  public Duration step() {
    return EVERY;
  }

  @Override
  public Map<String, String> resourceAttributes() {
    Map<String, String> attributes = new HashMap<>(OtlpConfig.super.resourceAttributes());
    attributes.put("service.name", "rebound");
    return attributes;
  }
}
