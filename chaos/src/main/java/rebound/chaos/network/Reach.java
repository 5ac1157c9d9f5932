package rebound.chaos.network;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Set;

/// Which hosts something may be sent to: loopback, and those that the user has named.
///
/// @param allowedHosts names and addresses exactly as they were allowed
public record Reach(Set<String> allowedHosts) {
  public Reach {
    allowedHosts = Set.copyOf(allowedHosts);
  }

  /// Nothing but loopback.
  public static Reach loopback() {
    return new Reach(Set.of());
  }

  /// Refuses a host that is not loopback and was not allowed. Every address of a name counts.
  ///
  /// @param setting for the message, for example `--toxiproxy`
  /// @throws IllegalArgumentException with the remedy
  public void check(String setting, String host) {
    if (allowedHosts.contains(host)) {
      return;
    }
    try {
      for (InetAddress address : InetAddress.getAllByName(host)) {
        if (!address.isLoopbackAddress()) {
          throw new IllegalArgumentException(
              "%s %s is not a loopback address; add --allow-remote %s if it is yours to harm"
                  .formatted(setting, host, host));
        }
      }
    } catch (UnknownHostException unknown) {
      throw new IllegalArgumentException(
          setting + " " + host + " is not known; use a name or address of this machine", unknown);
    }
  }
}
