package rebound.chaos.network.proxy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.Locale;
import rebound.chaos.network.link.Address;

/// Where a proxy is to listen. No text means any free port of loopback.
final class Listen {
  private static final String ANYWHERE_ON_LOOPBACK = "127.0.0.1:0";

  private Listen() {}

  /// The socket address of a text; an empty host means all addresses.
  ///
  /// @param prefix of the message when the text cannot be understood
  static InetSocketAddress resolve(String text, String prefix) throws Refusal {
    try {
      Address address = Address.parse(text.isEmpty() ? ANYWHERE_ON_LOOPBACK : text);
      return address.host().isEmpty()
          ? new InetSocketAddress(address.port())
          : new InetSocketAddress(InetAddress.getByName(address.host()), address.port());
    } catch (IllegalArgumentException malformed) {
      throw new Refusal(500, prefix + malformed.getMessage());
    } catch (UnknownHostException unknown) {
      throw new Refusal(500, prefix + "lookup " + unknown.getMessage() + ": no such host");
    }
  }

  /// The protocol's words for a port that cannot be opened.
  static Refusal bindFailed(InetSocketAddress address, IOException why) {
    String reason = String.valueOf(why.getMessage()).toLowerCase(Locale.ROOT);
    return new Refusal(500, "listen tcp " + Address.text(address) + ": bind: " + reason);
  }
}
