package rebound.chaos.network.api;

import java.util.Locale;
import java.util.function.Supplier;
import java.util.function.ToLongBiFunction;
import rebound.chaos.network.link.Traffic;
import rebound.chaos.network.proxy.Proxies;
import rebound.chaos.network.proxy.Proxy;
import rebound.chaos.network.toxic.Direction;

/// The text of `/metrics` in Prometheus' format. Bytes are counted as they pass, not when a
/// connection ends. Used by the loop's thread only.
public final class Metrics implements Supplier<String> {
  private final Proxies proxies;
  private final boolean ofProxies;
  private final boolean ofRuntime;

  /// @param ofProxies the bytes of each proxy
  /// @param ofRuntime memory and processor time of this process
  public Metrics(Proxies proxies, boolean ofProxies, boolean ofRuntime) {
    this.proxies = proxies;
    this.ofProxies = ofProxies;
    this.ofRuntime = ofRuntime;
  }

  @Override
  public String get() {
    StringBuilder text = new StringBuilder();
    if (ofProxies) {
      counter(
          text,
          "toxiproxy_proxy_received_bytes_total",
          "Bytes read from the sender of a direction.",
          Traffic::receivedBytes);
      counter(
          text,
          "toxiproxy_proxy_sent_bytes_total",
          "Bytes given to the receiver of a direction.",
          Traffic::sentBytes);
    }
    if (ofRuntime) {
      runtime(text);
    }
    return text.toString();
  }

  private void counter(
      StringBuilder text, String name, String help, ToLongBiFunction<Traffic, Direction> value) {
    text.append("# HELP ").append(name).append(' ').append(help).append('\n');
    text.append("# TYPE ").append(name).append(" counter\n");
    for (Direction direction : Direction.values()) {
      for (Proxy proxy : proxies.all()) {
        text.append(name)
            .append("{direction=")
            .append(label(direction.text()))
            .append(",listener=")
            .append(label(proxy.listen()))
            .append(",proxy=")
            .append(label(proxy.name()))
            .append(",upstream=")
            .append(label(proxy.upstream()))
            .append("} ")
            .append(value.applyAsLong(proxy.traffic(), direction))
            .append('\n');
      }
    }
  }

  private static void runtime(StringBuilder text) {
    Runtime runtime = Runtime.getRuntime();
    double seconds =
        ProcessHandle.current()
            .info()
            .totalCpuDuration()
            .map(cpu -> cpu.toNanos() / 1e9)
            .orElse(0.0);
    text.append("# TYPE process_cpu_seconds_total counter\n")
        .append(String.format(Locale.ROOT, "process_cpu_seconds_total %.2f%n", seconds))
        .append("# TYPE jvm_memory_used_bytes gauge\njvm_memory_used_bytes{area=\"heap\"} ")
        .append(runtime.totalMemory() - runtime.freeMemory())
        .append('\n');
  }

  private static String label(String value) {
    return '"' + value.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n") + '"';
  }
}
