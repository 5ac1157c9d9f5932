package rebound.chaos.network;

import eu.rekawek.toxiproxy.Proxy;
import eu.rekawek.toxiproxy.ToxiproxyClient;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import rebound.chaos.heal.Fault;
import rebound.chaos.network.link.Address;
import rebound.chaos.network.toxic.Direction;
import rebound.chaos.network.toxic.Toxic;

/// A proxy between a target and one server that it depends on. Used by one thread at a time.
public final class FaultyLink implements AutoCloseable {
  private final ToxiproxyClient client;
  private final URI api;
  private final String name;
  private final Address address;
  private final List<Fault> faults = new ArrayList<>();
  private int lastToxic;
  private boolean closed;

  FaultyLink(ToxiproxyClient client, URI api, Proxy proxy) {
    this.client = client;
    this.api = api;
    this.name = proxy.getName();
    this.address = Address.parse(proxy.getListen());
  }

  /// The name of the proxy.
  public String name() {
    return name;
  }

  /// Where the target has to connect instead of to the server itself.
  public Address address() {
    return address;
  }

  /// Adds a toxic; it is in force when this returns.
  ///
  /// @param direction whose bytes it harms
  /// @param toxicity share of the connections that it harms, above 0 and at most 1
  public Fault inject(Direction direction, Toxic toxic, double toxicity) throws IOException {
    if (!(toxicity > 0 && toxicity <= 1)) {
      throw new IllegalArgumentException(
          "toxicity " + toxicity + " harms no connection or too many; use more than 0, at most 1");
    }
    lastToxic++;
    String toxicName = toxic.type() + "-" + lastToxic;
    ToxicSender.send(client, api, name, toxicName, direction, toxic, (float) toxicity);
    return track(
        new Harm(
            toxic + " " + direction.text() + " on " + name,
            () -> ToxicSender.remove(client, api, name, toxicName, toxic)));
  }

  /// Closes the port and all connections, until the fault is closed.
  public Fault down() throws IOException {
    client.getProxy(name).disable();
    return track(new Harm(name + " is down", () -> client.getProxy(name).enable()));
  }

  /// Takes away every fault, the last one first; the proxy stays.
  public void heal() throws IOException {
    NetworkFaults.closeAll(
        faults.reversed().stream().map(fault -> (NetworkFaults.Closing) fault::close).toList());
  }

  /// Heals and removes the proxy; its connections are closed.
  @Override
  public void close() throws IOException {
    if (closed) {
      return;
    }
    closed = true;
    try {
      heal();
    } finally {
      client.getProxy(name).delete();
    }
  }

  private Fault track(Harm harm) {
    faults.add(harm);
    return harm;
  }

  /// Somebody else took the toxic or the proxy away: it does no harm any more. The client tells it
  /// in two ways.
  private static boolean isGone(IOException failed) {
    return failed instanceof FileNotFoundException
        || String.valueOf(failed.getMessage()).startsWith("[404]");
  }

  /// A fault of this link.
  private final class Harm implements Fault {
    private final String what;
    private final NetworkFaults.Closing healing;
    private boolean healed;

    Harm(String what, NetworkFaults.Closing healing) {
      this.what = what;
      this.healing = healing;
    }

    @Override
    public String what() {
      return what;
    }

    @Override
    public void close() throws IOException {
      if (healed) {
        return;
      }
      try {
        healing.close();
      } catch (IOException failed) {
        if (!isGone(failed)) {
          throw failed;
        }
      }
      healed = true;
      faults.remove(this);
    }
  }
}
