package rebound.chaos.network.proxy;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;
import rebound.chaos.network.link.Loop;

/// All proxies of a server by name. Used by the loop's thread only.
public final class Proxies {
  private final Loop loop;
  private final long seed;
  private final Consumer<String> log;
  private final SortedMap<String, Proxy> proxies = new TreeMap<>();

  /// @param seed of all draws
  /// @param log one line for each change of state
  public Proxies(Loop loop, long seed, Consumer<String> log) {
    this.loop = loop;
    this.seed = seed;
    this.log = log;
  }

  /// All of them, sorted by name.
  public Collection<Proxy> all() {
    return Collections.unmodifiableCollection(proxies.values());
  }

  /// The proxy of that name.
  public Proxy get(String name) throws Refusal {
    Proxy proxy = proxies.get(name);
    if (proxy == null) {
      throw new Refusal(404, "proxy not found");
    }
    return proxy;
  }

  /// Creates a proxy; nothing is kept of one whose port cannot be opened.
  public Proxy create(ProxyEntry entry) throws Refusal {
    entry.check("");
    if (proxies.containsKey(entry.name())) {
      throw new Refusal(409, "proxy already exists");
    }
    return add(entry);
  }

  /// Closes a proxy and all its connections.
  public void delete(String name) throws Refusal {
    get(name).stop();
    proxies.remove(name);
  }

  /// Creates or replaces the proxies of a list, in order; those that are equal are left alone, but
  /// for an enabled flag that the entry states.
  ///
  /// @param done takes each proxy as soon as it stands, so that a failure shows how far it came
  public void populate(List<ProxyEntry> entries, List<Proxy> done) throws Refusal {
    for (int i = 0; i < entries.size(); i++) {
      entries.get(i).check(" at proxy " + (i + 1));
    }
    for (ProxyEntry entry : entries) {
      done.add(populate(entry));
    }
  }

  /// Opens all proxies and takes all toxics away. A port that cannot be opened is reported after
  /// everything else was done.
  public void reset() throws Refusal {
    Refusal first = null;
    for (Proxy proxy : new ArrayList<>(proxies.values())) {
      proxy.removeToxics();
      try {
        proxy.start();
      } catch (Refusal failed) {
        first = first == null ? failed : first;
      }
    }
    if (first != null) {
      throw first;
    }
  }

  private Proxy populate(ProxyEntry entry) throws Refusal {
    Proxy old = proxies.get(entry.name());
    if (old == null) {
      return add(entry);
    }
    String listen = entry.listen() == null ? "" : entry.listen();
    if (old.upstream().equals(entry.upstream()) && old.isAt(listen)) {
      if (entry.enabled() != null) {
        old.update(new ProxyEntry(null, null, null, entry.enabled(), List.of()));
      }
      return old;
    }
    old.replace(entry);
    return old;
  }

  private Proxy add(ProxyEntry entry) throws Refusal {
    String listen = entry.listen() == null ? "" : entry.listen();
    Proxy proxy = new Proxy(loop, entry.name(), listen, entry.upstream(), seed, log);
    proxy.addToxics(entry.toxics());
    if (entry.startsEnabled()) {
      proxy.start();
    }
    proxies.put(entry.name(), proxy);
    return proxy;
  }
}
