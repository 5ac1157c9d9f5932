package rebound.chaos.network;

import eu.rekawek.toxiproxy.Proxy;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import rebound.chaos.heal.Fault;
import rebound.chaos.heal.Guardian;
import rebound.chaos.network.link.Address;
import rebound.chaos.network.toxic.Direction;
import rebound.chaos.network.toxic.Toxic;

/// A proxy between a target and one server that it depends on. Used by one thread at a time.
public final class FaultyLink implements AutoCloseable {
  private final NetworkFaults network;
  private final String name;
  private final Address address;
  private final NetworkFaults.Closing ending;
  private final List<Fault> faults = new ArrayList<>();
  private int lastToxic;
  private boolean closed;

  /// @param ending what is left to do once the link is healed
  FaultyLink(NetworkFaults network, Proxy proxy, NetworkFaults.Closing ending) {
    this.network = network;
    this.name = proxy.getName();
    this.address = Address.parse(proxy.getListen());
    this.ending = ending;
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
    String toxicName = "rebound-" + toxic.type() + "-" + lastToxic;
    Guardian.Guarded guarded =
        network.guard("DELETE", "/proxies/" + name + "/toxics/" + toxicName, "");
    return make(
        new Harm(
            toxic + " " + direction.text() + " on " + name,
            guarded,
            () -> ToxicSender.remove(network, name, toxicName, toxic)),
        () -> ToxicSender.send(network, name, toxicName, direction, toxic, (float) toxicity));
  }

  /// Closes the port and all connections, until the fault is closed.
  public Fault down() throws IOException {
    Guardian.Guarded guarded = network.guard("POST", "/proxies/" + name, "{\"enabled\":true}");
    return make(
        new Harm(name + " is down", guarded, () -> network.client().getProxy(name).enable()),
        () -> network.client().getProxy(name).disable());
  }

  /// Takes away every fault, the last one first; the proxy stays.
  public void heal() throws IOException {
    NetworkFaults.closeAll(
        faults.reversed().stream().map(fault -> (NetworkFaults.Closing) fault::close).toList());
  }

  /// Heals, and removes the proxy with its connections when this run made it.
  @Override
  public void close() throws IOException {
    if (closed) {
      return;
    }
    closed = true;
    try {
      heal();
    } finally {
      ending.close();
    }
  }

  /// Makes a harm that the guardian knows of. One that fails half way is healed at once.
  private Fault make(Harm harm, NetworkFaults.Closing making) throws IOException {
    faults.add(harm);
    try {
      making.close();
      return harm;
    } catch (IOException failed) {
      try {
        harm.close();
      } catch (IOException alsoFailed) {
        failed.addSuppressed(alsoFailed);
      }
      throw failed;
    }
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
    private final Guardian.Guarded guarded;
    private final NetworkFaults.Closing healing;
    private boolean healed;

    Harm(String what, Guardian.Guarded guarded, NetworkFaults.Closing healing) {
      this.what = what;
      this.guarded = guarded;
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
      guarded.release();
    }
  }
}
