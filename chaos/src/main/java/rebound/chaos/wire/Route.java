package rebound.chaos.wire;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.Arrays;
import java.util.List;
import java.util.function.Predicate;

/// The addresses of an endpoint, resolved once for a phase, and the local addresses to send from.
/// All connections start with the address that answered last; a refusal moves to the next one. Used
/// by one thread.
public final class Route {
  private final List<InetSocketAddress> addresses;
  private final List<InetAddress> sources;
  private int preferred;
  private int nextSource;

  private Route(List<InetSocketAddress> addresses, List<InetAddress> sources) {
    this.addresses = addresses;
    this.sources = sources;
  }

  /// Resolves a host.
  ///
  /// @param host name or address
  /// @param fits which of its addresses may be used
  /// @param sources local addresses to send from, in turn; empty leaves it to the kernel
  /// @throws IllegalArgumentException when the name has no address that fits
  public static Route to(
      String host, int port, Predicate<InetAddress> fits, List<InetAddress> sources) {
    InetAddress[] all;
    try {
      all = InetAddress.getAllByName(host);
    } catch (UnknownHostException e) {
      throw new IllegalArgumentException(
          "host is '" + host + "': no such name; use a name or address that resolves", e);
    }
    List<InetSocketAddress> fitting =
        Arrays.stream(all)
            .filter(fits)
            .map(address -> new InetSocketAddress(address, port))
            .toList();
    if (fitting.isEmpty()) {
      throw new IllegalArgumentException(
          "host '"
              + host
              + "' has the addresses "
              + Arrays.toString(all)
              + " and none of the wanted family: use another family or host");
    }
    return new Route(fitting, List.copyOf(sources));
  }

  int size() {
    return addresses.size();
  }

  int preferred() {
    return preferred;
  }

  void prefer(int index) {
    preferred = index;
  }

  InetSocketAddress address(int index) {
    return addresses.get(index % addresses.size());
  }

  /// The next local address of the target's family, or null to leave it to the kernel.
  InetAddress source(InetSocketAddress target) {
    for (int i = 0; i < sources.size(); i++) {
      InetAddress source = sources.get(nextSource);
      nextSource = (nextSource + 1) % sources.size();
      if (source.getClass() == target.getAddress().getClass()) {
        return source;
      }
    }
    return null;
  }
}
