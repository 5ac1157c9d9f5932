package rebound.soak.cli;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Option;
import rebound.soak.live.LiveMetrics;
import rebound.soak.planfile.UsageException;
import rebound.soak.target.StartException;

/// The flags by which a run shows metrics while it goes on.
final class LiveOptions {
  @Option(
      names = "--metrics-port",
      paramLabel = "[HOST:]PORT",
      description = "live metrics for Prometheus at http://127.0.0.1:PORT/metrics; 0: any port")
  private String port;

  @Option(
      names = "--otlp",
      paramLabel = "URL",
      description = "sends the same by OTLP, as to http://127.0.0.1:4318/v1/metrics")
  private String otlp;

  /// Begins to show them, where a flag asks for it.
  ///
  /// @param allowed hosts besides loopback to which something may be sent
  Optional<LiveMetrics> open(List<String> allowed) throws StartException {
    if (port == null && otlp == null) {
      return Optional.empty();
    }
    Optional<URI> receiver = Optional.ofNullable(otlp).map(it -> Addresses.http("--otlp", it));
    receiver.ifPresent(it -> Addresses.refuseRemote("--otlp", it, allowed));
    return Optional.of(LiveMetrics.open(Optional.ofNullable(port).map(LiveOptions::at), receiver));
  }

  private static InetSocketAddress at(String text) {
    int colon = text.lastIndexOf(':');
    String host = colon < 0 ? "127.0.0.1" : text.substring(0, colon).replaceAll("^\\[|]$", "");
    try {
      int number = Integer.parseInt(text.substring(colon + 1));
      return new InetSocketAddress(InetAddress.getByName(host), number);
    } catch (IllegalArgumentException | UnknownHostException wrong) {
      throw new UsageException(
          "--metrics-port is '" + text + "': write a port such as 9464, or 0.0.0.0:9464");
    }
  }
}
