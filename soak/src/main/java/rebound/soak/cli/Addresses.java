package rebound.soak.cli;

import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.util.List;
import rebound.chaos.load.Endpoint;
import rebound.soak.planfile.UsageException;

/// Reads addresses from the command line, and refuses those that nobody allowed.
final class Addresses {
  private Addresses() {}

  static URI http(String text) {
    return http("--url", text);
  }

  /// Reads an address.
  ///
  /// @param option whose value it is, for the message
  static URI http(String option, String text) {
    try {
      URI address = new URI(text);
      boolean web = "http".equals(address.getScheme()) || "https".equals(address.getScheme());
      if (web && address.getHost() != null) {
        return address;
      }
    } catch (java.net.URISyntaxException notAnAddress) {
      // Falls through to the one message for both.
    }
    throw new UsageException(option + " is '" + text + "': write it as http://127.0.0.1:8080");
  }

  static Endpoint endpoint(URI address) {
    boolean tls = "https".equals(address.getScheme());
    int port = address.getPort() > 0 ? address.getPort() : tls ? 443 : 80;
    return new Endpoint(host(address), port, tls, false, Endpoint.Family.ANY, List.of());
  }

  /// Refuses a host that is neither loopback nor named by `--allow-remote`.
  static void refuseRemote(URI address, List<String> allowed) {
    refuseRemote("--url", address, allowed);
  }

  /// Refuses such a host.
  ///
  /// @param option whose value it is, for the message
  static void refuseRemote(String option, URI address, List<String> allowed) {
    String host = host(address);
    if (!loopback(option, host) && !allowed.contains(host)) {
      throw new UsageException(
          option
              + " names "
              + host
              + ", which is not this machine, and a run floods its target: if it is yours to"
              + " flood, add --allow-remote "
              + host);
    }
  }

  private static boolean loopback(String option, String host) {
    try {
      for (InetAddress one : InetAddress.getAllByName(host)) {
        if (!one.isLoopbackAddress()) {
          return false;
        }
      }
      return true;
    } catch (UnknownHostException unknown) {
      throw new UsageException(
          option
              + " names "
              + host
              + ", which is no known host: check the name, or write its address");
    }
  }

  private static String host(URI address) {
    return address.getHost().replaceAll("^\\[|]$", "");
  }
}
