package rebound.fakedb.control;

import java.util.Locale;
import java.util.Set;

/// Keeps web pages out: any page that somebody visits could otherwise change the database on the
/// same machine.
///
/// @param loopback whether only names of this machine may be asked for
record BrowserGuard(boolean loopback) {
  private static final Set<String> OWN_NAMES = Set.of("localhost", "127.0.0.1", "[::1]");

  /// Why a request is refused, or null where it is welcome.
  String refusal(HttpRequest request) {
    String host = request.headers().getOrDefault("host", "").toLowerCase(Locale.ROOT);
    if (loopback && !host.isEmpty() && !OWN_NAMES.contains(nameOf(host))) {
      return "the control API answers to localhost only, not to Host: " + host;
    }
    String origin = request.headers().get("origin");
    if (origin != null && !origin.toLowerCase(Locale.ROOT).equals("http://" + host)) {
      return "requests of other sites are refused; Origin: " + origin;
    }
    String site = request.headers().getOrDefault("sec-fetch-site", "none");
    if (!site.equals("none") && !site.equals("same-origin")) {
      return "requests of other sites are refused; Sec-Fetch-Site: " + site;
    }
    return null;
  }

  private static String nameOf(String host) {
    int colon = host.lastIndexOf(':');
    return colon > host.lastIndexOf(']') ? host.substring(0, colon) : host;
  }
}
