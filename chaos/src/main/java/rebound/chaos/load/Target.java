package rebound.chaos.load;

import java.net.Inet4Address;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.util.function.Predicate;
import rebound.chaos.wire.Route;
import rebound.chaos.wire.Security;

/// An endpoint as sockets and requests need it.
final class Target {
  private Target() {}

  static Route route(Endpoint endpoint) {
    Predicate<InetAddress> fits =
        switch (endpoint.family()) {
          case ANY -> _ -> true;
          case IPV4 -> Inet4Address.class::isInstance;
          case IPV6 -> Inet6Address.class::isInstance;
        };
    return Route.to(endpoint.host(), endpoint.port(), fits, endpoint.sources());
  }

  static Security security(Endpoint endpoint) {
    return endpoint.tls()
        ? Security.tls(endpoint.host(), endpoint.port(), endpoint.trustAll())
        : Security.none();
  }

  /// Host and port as they stand in a request; IPv6 literals in brackets, without a zone.
  static String hostHeader(Endpoint endpoint) {
    return endpoint.authority();
  }
}
