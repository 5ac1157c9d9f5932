package rebound.chaos.wire;

import java.util.Optional;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;

/// Whether and how the sockets of a phase are encrypted. Immutable.
public final class Security {
  private static final Security NONE = new Security(null, "", 0, false);

  private final SSLContext context;
  private final String host;
  private final int port;
  private final boolean verified;

  private Security(SSLContext context, String host, int port, boolean verified) {
    this.context = context;
    this.host = host;
    this.port = port;
    this.verified = verified;
  }

  /// Plain sockets.
  public static Security none() {
    return NONE;
  }

  /// TLS to a host.
  ///
  /// @param trustAll true takes any certificate, for any host
  public static Security tls(String host, int port, boolean trustAll) {
    return new Security(Tls.context(trustAll), host, port, !trustAll);
  }

  /// The context for other clients of the same target; the JDK's own where nothing is encrypted.
  ///
  /// @throws IllegalStateException when this JDK has no TLS
  public SSLContext context() {
    return context == null ? Tls.context(false) : context;
  }

  /// The encrypted side of one new socket; empty for a plain one.
  ///
  /// @throws SSLException when its handshake cannot begin
  public Optional<Tls> client() throws SSLException {
    return context == null ? Optional.empty() : Optional.of(new Tls(context, host, port, verified));
  }
}
