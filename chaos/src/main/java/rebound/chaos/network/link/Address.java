package rebound.chaos.network.link;

import java.net.InetAddress;
import java.net.InetSocketAddress;

/// The text HOST:PORT, with an IPv6 address in brackets.
///
/// @param host a name or an address without brackets; empty means all addresses
/// @param port 0 to 65,535
public record Address(String host, int port) {

  /// Splits a text at its last colon.
  ///
  /// @throws IllegalArgumentException when it has no port or brackets that do not match
  public static Address parse(String text) {
    int colon = text.lastIndexOf(':');
    if (colon < 0 || text.endsWith("]")) {
      throw new IllegalArgumentException("address " + text + ": missing port in address");
    }
    String host = text.substring(0, colon);
    if (host.startsWith("[") && host.endsWith("]")) {
      host = host.substring(1, host.length() - 1);
    } else if (host.indexOf(':') >= 0) {
      throw new IllegalArgumentException("address " + text + ": too many colons in address");
    }
    return new Address(host, port(text, text.substring(colon + 1)));
  }

  private static int port(String text, String digits) {
    if (digits.isEmpty()) {
      return 0;
    }
    try {
      int port = Integer.parseInt(digits);
      if (port >= 0 && port <= 65_535) {
        return port;
      }
    } catch (NumberFormatException malformed) {
      throw new IllegalArgumentException("address " + text + ": unknown port " + digits, malformed);
    }
    throw new IllegalArgumentException("address " + text + ": invalid port " + digits);
  }

  /// The text of a socket's address, as the protocol shows it.
  public static String text(InetSocketAddress address) {
    InetAddress ip = address.getAddress();
    if (ip.isAnyLocalAddress()) {
      return "[::]:" + address.getPort();
    }
    String host = ip.getHostAddress();
    return (host.indexOf(':') < 0 ? host : "[" + compressed(host) + "]") + ":" + address.getPort();
  }

  /// True when no name has to be looked up.
  boolean isLiteral() {
    try {
      return literal() != null;
    } catch (IllegalArgumentException name) {
      return false;
    }
  }

  InetSocketAddress literal() {
    return new InetSocketAddress(InetAddress.ofLiteral(host), port);
  }

  private static String compressed(String host) {
    return host.equals("0:0:0:0:0:0:0:1") ? "::1" : host;
  }
}
