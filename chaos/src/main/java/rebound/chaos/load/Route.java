package rebound.chaos.load;

import java.net.Inet4Address;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.Arrays;
import java.util.List;

/// The addresses of an endpoint, resolved once for a phase, and the local addresses to send from.
/// All connections start with the address that answered last; a refusal moves to the next one. Used
/// by one thread.
final class Route {
  private final List<InetSocketAddress> addresses;
  private final List<InetAddress> sources;
  private int preferred;
  private int nextSource;

  private Route(List<InetSocketAddress> addresses, List<InetAddress> sources) {
    this.addresses = addresses;
    this.sources = sources;
  }

  /// Resolves the endpoint's host.
  ///
  /// @throws IllegalArgumentException when the name has no address of the wanted family
  static Route to(Endpoint endpoint) {
    InetAddress[] all;
    try {
      all = InetAddress.getAllByName(endpoint.host());
    } catch (UnknownHostException e) {
      throw new IllegalArgumentException(
          "host is '" + endpoint.host() + "': no such name; use a name or address that resolves",
          e);
    }
    List<InetSocketAddress> fitting =
        Arrays.stream(all)
            .filter(
                address ->
                    switch (endpoint.family()) {
                      case ANY -> true;
                      case IPV4 -> address instanceof Inet4Address;
                      case IPV6 -> address instanceof Inet6Address;
                    })
            .map(address -> new InetSocketAddress(address, endpoint.port()))
            .toList();
    if (fitting.isEmpty()) {
      throw new IllegalArgumentException(
          "host '"
              + endpoint.host()
              + "' has no address of family "
              + endpoint.family()
              + " but "
              + Arrays.toString(all)
              + ": use another family or host");
    }
    return new Route(fitting, endpoint.sources());
  }

  /// Host and port as they stand in a request; IPv6 literals in brackets, without a zone.
  static String hostHeader(Endpoint endpoint) {
    String host = endpoint.host();
    if (host.indexOf(':') >= 0 && !host.startsWith("[")) {
      int zone = host.indexOf('%');
      host = "[" + (zone < 0 ? host : host.substring(0, zone)) + "]";
    }
    boolean usual = endpoint.port() == (endpoint.tls() ? 443 : 80);
    return usual ? host : host + ":" + endpoint.port();
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
