package rebound.chaos.load;

import java.net.Inet4Address;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.util.List;
import java.util.function.Predicate;
import rebound.chaos.wire.Route;
import rebound.chaos.wire.Security;

/// Where the traffic goes.
///
/// @param host name or address as it stands in the Host header
/// @param port TCP port
/// @param tls true for HTTPS
/// @param trustAll true accepts any certificate (a test bed's own option, said in the results)
/// @param family which addresses of the name may be used
/// @param sources local addresses to send from, in turn; empty leaves it to the kernel
public record Endpoint(
    String host,
    int port,
    boolean tls,
    boolean trustAll,
    Family family,
    List<InetAddress> sources) {

  /// Which addresses of a name may be used.
  public enum Family {
    /// Both are tried, in the order the resolver gives.
    ANY,
    /// IPv4 alone.
    IPV4,
    /// IPv6 alone.
    IPV6
  }

  /// Copies the sources; refuses what is no port.
  public Endpoint {
    sources = List.copyOf(sources);
    if (port < 1 || port > 65_535) {
      throw new IllegalArgumentException("port is " + port + ": use 1 to 65535");
    }
  }

  /// Plain HTTP to a host and port.
  public static Endpoint http(String host, int port) {
    return new Endpoint(host, port, false, false, Family.ANY, List.of());
  }

  /// Its addresses, resolved anew, of the wanted family.
  ///
  /// @throws IllegalArgumentException when the name has none
  public Route route() {
    Predicate<InetAddress> fits =
        switch (family) {
          case ANY -> _ -> true;
          case IPV4 -> Inet4Address.class::isInstance;
          case IPV6 -> Inet6Address.class::isInstance;
        };
    return Route.to(host, port, fits, sources);
  }

  /// How its sockets are encrypted.
  public Security security() {
    return tls ? Security.tls(host, port, trustAll) : Security.none();
  }

  /// Host and port as they stand in a request; IPv6 literals in brackets, without a zone.
  public String authority() {
    String name = host;
    if (name.indexOf(':') >= 0 && !name.startsWith("[")) {
      int zone = name.indexOf('%');
      name = "[" + (zone < 0 ? name : name.substring(0, zone)) + "]";
    }
    boolean usual = port == (tls ? 443 : 80);
    return usual ? name : name + ":" + port;
  }
}
