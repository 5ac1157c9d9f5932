package rebound.chaos.network;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import rebound.chaos.network.api.ApiServer;
import rebound.chaos.network.api.Body;
import rebound.chaos.network.api.Guard;
import rebound.chaos.network.api.Metrics;
import rebound.chaos.network.api.Router;
import rebound.chaos.network.link.Loop;
import rebound.chaos.network.proxy.Proxies;
import rebound.chaos.network.proxy.Refusal;

/// A Toxiproxy server inside this process: the same HTTP API, the same toxics.
///
/// It has one thread for everything and one for its timers. Closing it closes the API, all proxies
/// and all connections through them. Thread-safe.
public final class Toxiproxy implements AutoCloseable {
  private final Loop loop;
  private final URI api;

  private Toxiproxy(Loop loop, URI api) {
    this.loop = loop;
    this.api = api;
  }

  /// Starts a server without proxies.
  ///
  /// @param log one line for each change of state
  /// @throws IOException when the API's port cannot be bound
  public static Toxiproxy start(ToxiproxySettings settings, Consumer<String> log)
      throws IOException {
    return start(settings, "", log);
  }

  /// Starts a server with the proxies of a list; its API opens after them.
  ///
  /// A proxy that cannot be created is logged and ends the list; those before it stay.
  ///
  /// @param proxies a JSON array as in `POST /populate`, or nothing
  /// @param log one line for each change of state
  /// @throws IOException when the API's port cannot be bound
  public static Toxiproxy start(ToxiproxySettings settings, String proxies, Consumer<String> log)
      throws IOException {
    InetSocketAddress listen =
        new InetSocketAddress(InetAddress.getByName(settings.host()), settings.port());
    Loop loop = new Loop("toxiproxy", settings.mostHeldBytes());
    ApiServer server;
    try {
      server = new ApiServer(loop, listen);
    } catch (IOException | RuntimeException taken) {
      loop.close();
      throw taken;
    }
    loop.start();
    try {
      loop.call(
          () -> {
            serve(settings, proxies, log, loop, server);
            return null;
          });
      return new Toxiproxy(loop, apiOf(server.address()));
    } catch (IOException | RuntimeException failed) {
      server.close();
      loop.close();
      throw failed;
    }
  }

  /// Where the API answers, `http://HOST:PORT`.
  public URI api() {
    return api;
  }

  /// Waits until the server has ended.
  ///
  /// @return what made it fail, or null when it was closed
  public Throwable join() throws InterruptedException {
    return loop.join();
  }

  /// Closes the API, all proxies and all connections through them.
  @Override
  public void close() {
    loop.close();
  }

  private static void serve(
      ToxiproxySettings settings, String entries, Consumer<String> log, Loop loop, ApiServer server)
      throws IOException {
    Proxies proxies = new Proxies(loop, settings.seed(), log);
    if (!entries.isBlank()) {
      try {
        proxies.populate(Body.proxies(entries), new ArrayList<>(List.of()));
      } catch (Refusal refusal) {
        log.accept("the list of proxies is not complete: " + refusal.getMessage());
      }
    }
    Metrics metrics =
        settings.proxyMetrics() || settings.runtimeMetrics()
            ? new Metrics(proxies, settings.proxyMetrics(), settings.runtimeMetrics())
            : null;
    Guard guard = new Guard(server.address().getAddress().isLoopbackAddress());
    server.serve(new Router(proxies, guard, metrics));
  }

  private static URI apiOf(InetSocketAddress bound) {
    InetAddress address = bound.getAddress();
    String host =
        address.isAnyLocalAddress()
            ? "127.0.0.1"
            : address.getHostAddress().contains(":")
                ? "[" + address.getHostAddress() + "]"
                : address.getHostAddress();
    return URI.create("http://" + host + ":" + bound.getPort());
  }
}
