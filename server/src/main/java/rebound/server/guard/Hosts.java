package rebound.server.guard;

import java.net.Inet6Address;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/// What may be a host and a port, by RFC 3986 section 3.2.
final class Hosts {
  private static final int LARGEST_PORT = 65_535;

  private Hosts() {}

  /// True when the bytes from..to are a host, and a port if there is a colon. An empty host is
  /// none: an http URI must have one (RFC 9110 section 4.2.1).
  static boolean isGood(ByteBuffer in, int from, int to) {
    if (from == to) {
      return false;
    }
    int at = in.get(from) == '[' ? literal(in, from + 1, to) : name(in, from, to);
    return at > from && (at == to || (in.get(at) == ':' && isPort(in, at + 1, to)));
  }

  private static int name(ByteBuffer in, int from, int to) {
    int at = from;
    while (at < to && (Octets.isHost(in.get(at)) || Octets.isEscape(in, at, to))) {
      at += in.get(at) == '%' ? 3 : 1;
    }
    return at;
  }

  /// The index after an IPv6 address in brackets, or -1.
  private static int literal(ByteBuffer in, int from, int to) {
    int at = from;
    int colons = 0;
    while (at < to && (Octets.isHex(in.get(at)) || in.get(at) == ':' || in.get(at) == '.')) {
      colons += in.get(at) == ':' ? 1 : 0;
      at++;
    }
    return colons >= 2 && at < to && in.get(at) == ']' && isAddress(in, from, at) ? at + 1 : -1;
  }

  private static boolean isAddress(ByteBuffer in, int from, int to) {
    byte[] text = new byte[to - from];
    in.get(from, text);
    try {
      Inet6Address.ofLiteral(new String(text, StandardCharsets.US_ASCII));
      return true;
    } catch (IllegalArgumentException notOne) {
      return false;
    }
  }

  private static boolean isPort(ByteBuffer in, int from, int to) {
    int port = 0;
    for (int at = from; at < to; at++) {
      if (!Octets.isDigit(in.get(at)) || port > LARGEST_PORT) {
        return false;
      }
      port = port * 10 + in.get(at) - '0';
    }
    return port > 0 && port <= LARGEST_PORT;
  }
}
