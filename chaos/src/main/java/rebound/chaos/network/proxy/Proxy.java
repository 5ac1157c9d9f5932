package rebound.chaos.network.proxy;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import rebound.chaos.network.link.Address;
import rebound.chaos.network.link.Gate;
import rebound.chaos.network.link.Loop;
import rebound.chaos.network.link.NamedToxic;
import rebound.chaos.network.link.Seeds;
import rebound.chaos.network.link.Traffic;
import rebound.chaos.network.toxic.Direction;

/// A named way to one server, with its toxics. Used by the loop's thread only.
public final class Proxy {
  private final Loop loop;
  private final String name;
  private final long seed;
  private final Consumer<String> log;
  private final Traffic traffic = new Traffic();
  private final List<NamedToxic> toxics = new ArrayList<>();
  private String listen;
  private String upstream;
  private Gate gate;

  Proxy(Loop loop, String name, String listen, String upstream, long seed, Consumer<String> log) {
    this.loop = loop;
    this.name = name;
    this.listen = listen;
    this.upstream = upstream;
    this.seed = Seeds.mix(seed + Seeds.hash(name));
    this.log = line -> log.accept("proxy " + name + ": " + line);
  }

  /// Its name, unique in its server.
  public String name() {
    return name;
  }

  /// Where it listens: the real address once it was open, before that the text it was given.
  public String listen() {
    return listen;
  }

  /// HOST:PORT of the server behind.
  public String upstream() {
    return upstream;
  }

  /// True while its port is open.
  public boolean isEnabled() {
    return gate != null;
  }

  /// Its counters.
  public Traffic traffic() {
    return traffic;
  }

  /// Its toxics as the protocol lists them: those of upstream first, each in order of creation.
  public List<NamedToxic> toxics() {
    List<NamedToxic> listed = new ArrayList<>(toxics.size());
    for (Direction direction : Direction.values()) {
      toxics.stream().filter(toxic -> toxic.direction() == direction).forEach(listed::add);
    }
    return listed;
  }

  /// The toxic of that name.
  public NamedToxic toxic(String toxicName) throws Refusal {
    for (NamedToxic toxic : toxics) {
      if (toxic.name().equals(toxicName)) {
        return toxic;
      }
    }
    throw new Refusal(404, "toxic not found");
  }

  /// Adds a toxic, in force on live connections when this returns.
  public NamedToxic addToxic(ToxicEntry entry) throws Refusal {
    NamedToxic toxic = entry.toxic();
    if (toxics.stream().anyMatch(other -> other.name().equals(toxic.name()))) {
      throw new Refusal(409, "toxic already exists");
    }
    toxics.add(toxic);
    if (gate != null) {
      gate.add(toxic);
    }
    log.accept("toxic " + toxic.name() + " added: " + toxic.toxic());
    return toxic;
  }

  /// Changes the attributes and the toxicity of a toxic; all of it or, when refused, nothing.
  public NamedToxic changeToxic(String toxicName, ToxicEntry entry) throws Refusal {
    NamedToxic changed = entry.change(toxic(toxicName));
    toxics.replaceAll(other -> other.name().equals(toxicName) ? changed : other);
    if (gate != null) {
      gate.change(changed);
    }
    log.accept("toxic " + toxicName + " changed: " + changed.toxic());
    return changed;
  }

  /// Takes a toxic away; what it held is passed on.
  public void removeToxic(String toxicName) throws Refusal {
    NamedToxic toxic = toxic(toxicName);
    toxics.remove(toxic);
    if (gate != null) {
      gate.remove(toxic);
    }
    log.accept("toxic " + toxicName + " removed");
  }

  void addToxics(List<ToxicEntry> entries) throws Refusal {
    for (ToxicEntry entry : entries) {
      addToxic(entry);
    }
  }

  void removeToxics() throws Refusal {
    for (NamedToxic toxic : List.copyOf(toxics)) {
      removeToxic(toxic.name());
    }
  }

  /// Takes what an update says; toxics are kept.
  ///
  /// A new port is opened before the old one is closed, so a port that cannot be had changes
  /// nothing. Without a difference only the enabled flag is acted on.
  public void update(ProxyEntry entry) throws Refusal {
    String newUpstream = entry.upstream() == null ? upstream : entry.upstream();
    boolean newEnabled = entry.enabled() == null ? isEnabled() : entry.enabled();
    if (entry.listen() != null && !isAt(entry.listen())) {
      move(Listen.resolve(entry.listen(), ""), newUpstream, newEnabled);
    } else if (!newUpstream.equals(upstream)) {
      upstream = newUpstream;
      if (gate != null) {
        gate.redirect(upstream);
      }
      log.accept("upstream is now " + upstream);
    }
    if (newEnabled) {
      start();
    } else {
      stop();
    }
  }

  /// Becomes another proxy of the same name: all connections are closed, and it has the toxics of
  /// the entry alone.
  void replace(ProxyEntry entry) throws Refusal {
    String newListen = entry.listen() == null ? "" : entry.listen();
    update(new ProxyEntry(name, newListen, entry.upstream(), entry.startsEnabled(), List.of()));
    removeToxics();
    addToxics(entry.toxics());
  }

  /// True when a listen text means the address that this proxy has.
  boolean isAt(String text) throws Refusal {
    if (text.equals(listen)) {
      return true;
    }
    return Address.text(Listen.resolve(text, "")).equals(listen);
  }

  void start() throws Refusal {
    if (gate == null) {
      InetSocketAddress address = Listen.resolve(listen, "listen tcp: ");
      gate = open(address, upstream);
      listen = boundText(gate);
      log.accept("listens on " + listen + " for " + upstream);
    }
  }

  void stop() {
    if (gate != null) {
      gate.close();
      gate = null;
      log.accept("closed");
    }
  }

  private void move(InetSocketAddress to, String newUpstream, boolean open) throws Refusal {
    Gate moved = open ? open(to, newUpstream) : null;
    stop();
    listen = moved == null ? Address.text(to) : boundText(moved);
    upstream = newUpstream;
    gate = moved;
    log.accept("moved to " + listen + " for " + upstream);
  }

  private Gate open(InetSocketAddress address, String target) throws Refusal {
    try {
      return new Gate(loop, address, target, toxics, traffic, seed, log);
    } catch (IOException failed) {
      throw Listen.bindFailed(address, failed);
    }
  }

  private static String boundText(Gate opened) throws Refusal {
    try {
      return Address.text(opened.address());
    } catch (IOException failed) {
      opened.close();
      throw new Refusal(500, "listen tcp: " + failed.getMessage());
    }
  }
}
