package rebound.soak.peers;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.Base64;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// A peer that opens WebSockets and never echoes.
class WebSocketAnswerIT {
  private static final String MAGIC = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";

  @Test
  @Timeout(value = 20, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
  void aSilentWebSocketDoesNotKeepTheClientOpen() throws Exception {
    RouteAnswer answer;
    AtomicBoolean opened = new AtomicBoolean();
    try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      Thread.ofVirtual().start(() -> openAndIgnore(server, opened));
      URI uri = URI.create("ws://127.0.0.1:" + server.getLocalPort() + "/ws");
      HttpClient http = HttpClient.newHttpClient();
      try {
        answer = WebSocketAnswer.ask(http, uri, Duration.ofSeconds(2));
        http.shutdown();
        assertThat(http.awaitTermination(Duration.ofSeconds(10))).as("closed").isTrue();
      } finally {
        http.shutdownNow();
      }
    }
    assertThat(opened).as("the WebSocket was open").isTrue();
    assertThat(answer).isEqualTo(new RouteAnswer(0, Map.of(), "no message came back"));
  }

  private static void openAndIgnore(ServerSocket server, AtomicBoolean opened) {
    try (Socket socket = server.accept()) {
      InputStream in = socket.getInputStream();
      BufferedReader lines = new BufferedReader(new InputStreamReader(in, ISO_8859_1));
      String key = "";
      for (String line = lines.readLine(); line != null && !line.isEmpty(); ) {
        if (line.startsWith("Sec-WebSocket-Key: ")) {
          key = line.substring("Sec-WebSocket-Key: ".length());
        }
        line = lines.readLine();
      }
      OutputStream out = socket.getOutputStream();
      out.write(
          ("HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                  + "Sec-WebSocket-Accept: "
                  + accept(key)
                  + "\r\n\r\n")
              .getBytes(ISO_8859_1));
      out.flush();
      opened.set(true);
      while (lines.read() >= 0) {
        // What is sent stays without an answer.
      }
    } catch (IOException ended) {
      throw new UncheckedIOException(ended);
    }
  }

  private static String accept(String key) {
    try {
      byte[] digest = MessageDigest.getInstance("SHA-1").digest((key + MAGIC).getBytes(ISO_8859_1));
      return Base64.getEncoder().encodeToString(digest);
    } catch (NoSuchAlgorithmException impossible) {
      throw new IllegalStateException(impossible);
    }
  }
}
