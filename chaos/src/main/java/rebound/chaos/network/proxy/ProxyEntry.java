package rebound.chaos.network.proxy;

import java.util.List;

/// A proxy as a request asks for it; null where the request says nothing.
///
/// @param listen HOST:PORT to open
/// @param upstream HOST:PORT of the server behind
/// @param toxics to be there from the first connection on
public record ProxyEntry(
    String name, String listen, String upstream, Boolean enabled, List<ToxicEntry> toxics) {
  public ProxyEntry {
    toxics = List.copyOf(toxics);
  }

  void check(String where) throws Refusal {
    if (name == null || name.isEmpty()) {
      throw Refusal.missing("name", where);
    }
    if (upstream == null || upstream.isEmpty()) {
      throw Refusal.missing("upstream", where);
    }
    for (ToxicEntry toxic : toxics) {
      toxic.toxic();
    }
  }

  boolean startsEnabled() {
    return enabled == null || enabled;
  }
}
