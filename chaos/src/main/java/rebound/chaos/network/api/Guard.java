package rebound.chaos.network.api;

import java.net.URI;
import java.net.URISyntaxException;

/// Keeps web pages away from the API: a browser that was led here must not change anything.
///
/// The protocol's own guard is the user agent. While the API is bound to loopback two more hold:
/// a foreign Host header (a name that was made to point here) and a foreign Origin are refused.
public final class Guard {
  private static final Response BROWSER = Response.text(403, "User agent not allowed\n");

  private final boolean loopbackOnly;

  /// @param loopbackOnly the API is bound to a loopback address
  public Guard(boolean loopbackOnly) {
    this.loopbackOnly = loopbackOnly;
  }

  /// The answer to a request that may not be, or null.
  Response refuse(Request request) {
    if (request.header("user-agent").startsWith("Mozilla/")) {
      return BROWSER;
    }
    if (!loopbackOnly) {
      return null;
    }
    String host = request.header("host");
    if (!host.isEmpty() && !isLoopback("http://" + host)) {
      return Response.error(
          403, "host " + host + " is foreign to an api on loopback; ask for 127.0.0.1");
    }
    String origin = request.header("origin");
    if (!origin.isEmpty() && !isLoopback(origin)) {
      return Response.error(403, "origin " + origin + " is foreign to an api on loopback");
    }
    return null;
  }

  private static boolean isLoopback(String address) {
    try {
      String host = new URI(address).getHost();
      return host != null
          && (host.equalsIgnoreCase("localhost")
              || host.equals("[::1]")
              || host.matches("127(\\.\\d{1,3}){3}"));
    } catch (URISyntaxException malformed) {
      return false;
    }
  }
}
