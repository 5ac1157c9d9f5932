package rebound.chaos.network;

import eu.rekawek.toxiproxy.Proxy;
import eu.rekawek.toxiproxy.ToxiproxyClient;
import java.io.IOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import rebound.chaos.heal.Guardian;
import rebound.chaos.heal.Remedy;
import rebound.chaos.network.link.Address;

/// The way in which a run harms the network of a target: through the Toxiproxy protocol, with its
/// official Java client, against the embedded server or a real one.
///
/// Only what this object made is touched: other users of a real server keep theirs. Used by one
/// thread at a time.
public final class NetworkFaults implements AutoCloseable {
  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9._-]+");

  private final URI api;
  private final Reach reach;
  private final Guardian guardian;
  private final Toxiproxy embedded;
  private final ToxiproxyClient client;
  private final List<FaultyLink> links = new ArrayList<>();

  private NetworkFaults(URI api, Reach reach, Guardian guardian, Toxiproxy embedded) {
    this.api = api;
    this.reach = reach;
    this.guardian = guardian;
    this.embedded = embedded;
    this.client = new ToxiproxyClient(api.getScheme(), api.getHost(), api.getPort());
  }

  /// Through a server of its own inside this process, which ends with it and needs no guardian.
  ///
  /// @param seed of all draws of the toxics
  /// @param log one line for each change of state
  public static NetworkFaults embedded(long seed, Reach reach, Consumer<String> log)
      throws IOException {
    Toxiproxy server = Toxiproxy.start(ToxiproxySettings.onLoopback(seed), log);
    return new NetworkFaults(server.api(), reach, Guardian.none(), server);
  }

  /// Through a server that runs already.
  ///
  /// @param api its address, `http://HOST:PORT`
  /// @param guardian heals when this process is gone before it could
  /// @throws IOException when it does not answer as a Toxiproxy server does
  public static NetworkFaults at(URI api, Reach reach, Guardian guardian) throws IOException {
    if (api.getHost() == null || api.getPort() < 0 || !"http".equals(api.getScheme())) {
      throw new IllegalArgumentException(
          "--toxiproxy " + api + " is not an address; use http://HOST:PORT");
    }
    reach.check("--toxiproxy", api.getHost());
    NetworkFaults faults = new NetworkFaults(api, reach, guardian, null);
    try {
      faults.client.version();
    } catch (IOException | RuntimeException noAnswer) {
      throw new IOException(
          "--toxiproxy " + api + " does not answer GET /version; start the server or leave it out",
          noAnswer);
    }
    return faults;
  }

  /// Where the API answers.
  public URI api() {
    return api;
  }

  /// Puts a proxy in front of a server.
  ///
  /// @param name letters, digits, dots, dashes; unique in the Toxiproxy server
  /// @param upstream HOST:PORT of the server behind
  /// @throws IOException when the name is taken or the API fails
  public FaultyLink link(String name, String upstream) throws IOException {
    checkName(name);
    reach.check("upstream", Address.parse(upstream).host());
    if (client.getProxyOrNull(name) != null) {
      throw new IOException(
          "a proxy " + name + " exists at " + api + "; delete it or attach to it");
    }
    Guardian.Guarded guarded = guardian.guard(request("DELETE", "/proxies/" + name, ""));
    Proxy proxy;
    try {
      proxy = client.createProxy(name, "127.0.0.1:0", upstream);
    } catch (IOException failed) {
      guarded.release();
      throw failed;
    }
    return track(
        new FaultyLink(
            this,
            proxy,
            () -> {
              client.getProxy(name).delete();
              guarded.release();
            }));
  }

  /// Takes a proxy that somebody else made, for example because the target is configured to use it.
  /// Closing the link heals it and leaves it.
  public FaultyLink attach(String name) throws IOException {
    checkName(name);
    return track(new FaultyLink(this, client.getProxy(name), () -> {}));
  }

  /// Takes away every fault of every link; connections and proxies stay.
  public void heal() throws IOException {
    closeAll(links.stream().map(link -> (Closing) link::heal).toList());
  }

  /// Heals, removes the proxies it made and ends the embedded server.
  @Override
  public void close() throws IOException {
    try {
      closeAll(links.stream().map(link -> (Closing) link::close).toList());
    } finally {
      links.clear();
      if (embedded != null) {
        embedded.close();
      }
    }
  }

  ToxiproxyClient client() {
    return client;
  }

  /// Gives the guardian what heals a fault that is about to be made.
  Guardian.Guarded guard(String method, String path, String body) throws IOException {
    return guardian.guard(request(method, path, body));
  }

  private Remedy.Request request(String method, String path, String body) {
    // An address of version 6 stands in brackets only in an URI.
    String host = api.getHost().replace("[", "").replace("]", "");
    return new Remedy.Request(method, host, api.getPort(), path, body);
  }

  private FaultyLink track(FaultyLink link) {
    links.add(link);
    return link;
  }

  private static void checkName(String name) {
    if (!NAME.matcher(name).matches()) {
      throw new IllegalArgumentException(
          "link name '" + name + "' cannot stand in a path; use letters, digits, dots, dashes");
    }
  }

  /// One thing to end.
  interface Closing {
    void close() throws IOException;
  }

  /// Ends all of them, also when one fails; the first failure is thrown with the others inside.
  static void closeAll(List<Closing> all) throws IOException {
    IOException first = null;
    for (Closing one : all) {
      try {
        one.close();
      } catch (IOException | RuntimeException failed) {
        // The client throws all kinds when an answer is not what it expects.
        if (first == null) {
          first = new IOException("not healed: " + failed.getMessage(), failed);
        } else {
          first.addSuppressed(failed);
        }
      }
    }
    if (first != null) {
      throw first;
    }
  }
}
