package rebound.chaos.network;

import eu.rekawek.toxiproxy.Proxy;
import eu.rekawek.toxiproxy.ToxiproxyClient;
import java.io.IOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.regex.Pattern;
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
  private final Toxiproxy embedded;
  private final ToxiproxyClient client;
  private final List<FaultyLink> links = new ArrayList<>();

  private NetworkFaults(URI api, Reach reach, Toxiproxy embedded) {
    this.api = api;
    this.reach = reach;
    this.embedded = embedded;
    this.client = new ToxiproxyClient(api.getScheme(), api.getHost(), api.getPort());
  }

  /// Through a server of its own inside this process, which ends with it.
  ///
  /// @param seed of all draws of the toxics
  /// @param log one line for each change of state
  public static NetworkFaults embedded(long seed, Reach reach, Consumer<String> log)
      throws IOException {
    Toxiproxy server = Toxiproxy.start(ToxiproxySettings.onLoopback(seed), log);
    return new NetworkFaults(server.api(), reach, server);
  }

  /// Through a server that runs already.
  ///
  /// @param api its address, `http://HOST:PORT`
  /// @throws IOException when it does not answer as a Toxiproxy server does
  public static NetworkFaults at(URI api, Reach reach) throws IOException {
    if (api.getHost() == null || api.getPort() < 0 || !"http".equals(api.getScheme())) {
      throw new IllegalArgumentException(
          "--toxiproxy " + api + " is not an address; use http://HOST:PORT");
    }
    reach.check("--toxiproxy", api.getHost());
    NetworkFaults faults = new NetworkFaults(api, reach, null);
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
    if (!NAME.matcher(name).matches()) {
      throw new IllegalArgumentException(
          "link name '" + name + "' cannot stand in a path; use letters, digits, dots, dashes");
    }
    reach.check("upstream", Address.parse(upstream).host());
    Proxy proxy = client.createProxy(name, "127.0.0.1:0", upstream);
    FaultyLink link = new FaultyLink(client, api, proxy);
    links.add(link);
    return link;
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
      } catch (IOException failed) {
        if (first == null) {
          first = failed;
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
