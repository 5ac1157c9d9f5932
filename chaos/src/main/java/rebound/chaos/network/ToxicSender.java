package rebound.chaos.network;

import eu.rekawek.toxiproxy.ToxiproxyClient;
import eu.rekawek.toxiproxy.model.ToxicDirection;
import eu.rekawek.toxiproxy.model.ToxicList;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.stream.Collectors;
import rebound.chaos.network.toxic.Bandwidth;
import rebound.chaos.network.toxic.Direction;
import rebound.chaos.network.toxic.Latency;
import rebound.chaos.network.toxic.LimitData;
import rebound.chaos.network.toxic.Noop;
import rebound.chaos.network.toxic.ResetPeer;
import rebound.chaos.network.toxic.Slicer;
import rebound.chaos.network.toxic.SlowClose;
import rebound.chaos.network.toxic.Timeout;
import rebound.chaos.network.toxic.Toxic;

/// Asks a Toxiproxy server for a toxic.
///
/// The official client says the common ones. It creates every toxic with toxicity 1 and without a
/// second attribute, and sets those by later requests: for a moment all connections would be
/// harmed. So what it cannot say at once is sent as one request of our own.
final class ToxicSender {
  private ToxicSender() {}

  static void send(
      NetworkFaults network,
      String proxy,
      String name,
      Direction direction,
      Toxic toxic,
      float toxicity)
      throws IOException {
    if (toxicity != 1 || !sendWhole(network.client(), proxy, name, direction, toxic)) {
      sendJson(network.api(), proxy, json(name, direction, toxic, toxicity));
    }
  }

  /// Takes a toxic away; [java.io.FileNotFoundException] says that it has gone already.
  static void remove(NetworkFaults network, String proxy, String name, Toxic toxic)
      throws IOException {
    if (toxic instanceof Noop) {
      // A kind that the official client does not know and so cannot find.
      URI target = network.api().resolve("/proxies/" + proxy + "/toxics/" + name);
      HttpURLConnection connection = (HttpURLConnection) target.toURL().openConnection();
      connection.setRequestMethod("DELETE");
      connection.getInputStream().close();
    } else {
      network.client().getProxy(proxy).toxics().get(name).remove();
    }
  }

  /// Sends what the official client can say at once; false when it cannot.
  private static boolean sendWhole(
      ToxiproxyClient client, String proxy, String name, Direction direction, Toxic toxic)
      throws IOException {
    ToxicList toxics = client.getProxy(proxy).toxics();
    ToxicDirection way =
        switch (direction) {
          case UPSTREAM -> ToxicDirection.UPSTREAM;
          case DOWNSTREAM -> ToxicDirection.DOWNSTREAM;
        };
    switch (toxic) {
      case Latency latency when latency.jitterMillis() == 0 ->
          toxics.latency(name, way, latency.latencyMillis());
      case Bandwidth bandwidth -> toxics.bandwidth(name, way, bandwidth.kilobytesPerSecond());
      case SlowClose slow -> toxics.slowClose(name, way, slow.delayMillis());
      case Timeout timeout -> toxics.timeout(name, way, timeout.timeoutMillis());
      case ResetPeer reset -> toxics.resetPeer(name, way, reset.timeoutMillis());
      case Slicer slicer when slicer.variationBytes() == 0 ->
          toxics.slicer(name, way, slicer.averageBytes(), slicer.delayMicros());
      case LimitData limit -> toxics.limitData(name, way, limit.limitBytes());
      case Latency jittery -> {
        return false;
      }
      case Slicer varying -> {
        return false;
      }
      case Noop unknownToTheClient -> {
        return false;
      }
    }
    return true;
  }

  private static String json(String name, Direction direction, Toxic toxic, float toxicity) {
    String attributes =
        toxic.attributes().sequencedEntrySet().stream()
            .map(entry -> "\"" + entry.getKey() + "\":" + entry.getValue())
            .collect(Collectors.joining(",", "{", "}"));
    return "{\"name\":\"%s\",\"type\":\"%s\",\"stream\":\"%s\",\"toxicity\":%s,\"attributes\":%s}"
        .formatted(name, toxic.type(), direction.text(), toxicity, attributes);
  }

  private static void sendJson(URI api, String proxy, String json) throws IOException {
    URI target = api.resolve("/proxies/" + proxy + "/toxics");
    HttpURLConnection connection = (HttpURLConnection) target.toURL().openConnection();
    connection.setDoOutput(true);
    connection.setRequestProperty("Content-Type", "application/json");
    try (OutputStream out = connection.getOutputStream()) {
      out.write(json.getBytes(StandardCharsets.UTF_8));
    }
    int status = connection.getResponseCode();
    if (status >= 300) {
      try (InputStream error = connection.getErrorStream()) {
        String text =
            error == null ? "" : new String(error.readAllBytes(), StandardCharsets.UTF_8).strip();
        throw new IOException("POST " + target + " " + json + " gave " + status + ": " + text);
      }
    }
    try (InputStream body = connection.getInputStream()) {
      body.readAllBytes();
    }
  }
}
