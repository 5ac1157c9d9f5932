package rebound.chaos.wire;

import java.io.IOException;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.security.GeneralSecurityException;
import java.security.cert.X509Certificate;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLEngineResult;
import javax.net.ssl.SSLEngineResult.HandshakeStatus;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509ExtendedTrustManager;

/// The encrypted side of one socket. Used on the loop's thread; the handshake's computations run
/// there too, as those of any client with one thread do.
public final class Tls {
  private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);

  private final SSLEngine engine;
  private final ByteBuffer netIn;
  private final ByteBuffer netOut;
  private boolean closed;

  /// Makes the client's side, ready for its handshake.
  ///
  /// @param verified true checks that the certificate is the host's
  Tls(SSLContext context, String host, int port, boolean verified) throws SSLException {
    engine = context.createSSLEngine(host, port);
    engine.setUseClientMode(true);
    if (verified) {
      SSLParameters parameters = engine.getSSLParameters();
      parameters.setEndpointIdentificationAlgorithm("HTTPS");
      engine.setSSLParameters(parameters);
    }
    int record = engine.getSession().getPacketBufferSize();
    netIn = ByteBuffer.allocate(record);
    netOut = ByteBuffer.allocate(record).limit(0);
    engine.beginHandshake();
  }

  /// The context for all sockets of a phase.
  ///
  /// @param trustAll true takes any certificate
  static SSLContext context(boolean trustAll) {
    try {
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(null, trustAll ? new TrustManager[] {new Anyone()} : null, null);
      return context;
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("this JDK has no TLS", e);
    }
  }

  /// Takes the handshake as far as it goes without waiting.
  ///
  /// @return true when it is finished
  public boolean handshake(SocketChannel channel, ByteBuffer scratch) throws IOException {
    while (true) {
      if (!flush(channel)) {
        return false;
      }
      switch (engine.getHandshakeStatus()) {
        case NEED_TASK -> runTasks();
        case NEED_WRAP -> wrap(NOTHING);
        case NEED_UNWRAP, NEED_UNWRAP_AGAIN -> {
          scratch.clear();
          if (!unwrapOnce(scratch) && !fill(channel)) {
            return false;
          }
        }
        case FINISHED, NOT_HANDSHAKING -> {
          return true;
        }
      }
    }
  }

  private void runTasks() {
    for (Runnable task = engine.getDelegatedTask();
        task != null;
        task = engine.getDelegatedTask()) {
      task.run();
    }
  }

  /// Reads from the socket; false when nothing is there now.
  private boolean fill(SocketChannel channel) throws IOException {
    int length = channel.read(netIn);
    if (length < 0) {
      throw new SSLException("the target closed the connection in the handshake");
    }
    return length > 0;
  }

  /// Decrypts one record; false when there is no whole one.
  private boolean unwrapOnce(ByteBuffer into) throws SSLException {
    netIn.flip();
    SSLEngineResult result = engine.unwrap(netIn, into);
    netIn.compact();
    return switch (result.getStatus()) {
      case OK -> true;
      case BUFFER_UNDERFLOW -> false;
      case BUFFER_OVERFLOW -> throw new SSLException("a record longer than its bound");
      case CLOSED -> {
        closed = true;
        yield false;
      }
    };
  }

  private SSLEngineResult.Status wrap(ByteBuffer from) throws SSLException {
    netOut.clear();
    SSLEngineResult result = engine.wrap(from, netOut);
    netOut.flip();
    return result.getStatus();
  }

  /// Reads and decrypts what has come.
  ///
  /// @return bytes put into the buffer, or -1 at the end of the stream
  public int read(SocketChannel channel, ByteBuffer into) throws IOException {
    int before = into.position();
    int length = channel.read(netIn);
    while (unwrapOnce(into)) {
      if (engine.getHandshakeStatus() == HandshakeStatus.NEED_TASK) {
        runTasks();
      } else if (engine.getHandshakeStatus() == HandshakeStatus.NEED_WRAP) {
        if (!flush(channel)) {
          break;
        }
        wrap(NOTHING);
        flush(channel);
      }
    }
    int decrypted = into.position() - before;
    return decrypted == 0 && (length < 0 || closed) ? -1 : decrypted;
  }

  /// Encrypts and writes as much as the kernel takes.
  ///
  /// @return bytes taken from the buffer
  public int write(SocketChannel channel, ByteBuffer from) throws IOException {
    int before = from.position();
    while (flush(channel) && from.hasRemaining()) {
      if (wrap(from) == SSLEngineResult.Status.CLOSED) {
        throw new SSLException("the target closed the connection, and what is left is not sent");
      }
    }
    return from.position() - before;
  }

  /// Writes what is encrypted already; false when some of it is left.
  public boolean flush(SocketChannel channel) throws IOException {
    if (netOut.hasRemaining()) {
      channel.write(netOut);
    }
    return !netOut.hasRemaining();
  }

  /// Takes any certificate, as a test bed may.
  private static final class Anyone extends X509ExtendedTrustManager {
    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type) {}

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type, Socket socket) {}

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type, SSLEngine engine) {}

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type) {}

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type, Socket socket) {}

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type, SSLEngine engine) {}

    @Override
    public X509Certificate[] getAcceptedIssuers() {
      return new X509Certificate[0];
    }
  }
}
