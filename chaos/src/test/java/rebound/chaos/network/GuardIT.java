package rebound.chaos.network;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.Socket;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Requests byte by byte: who may ask, and what a request may look like.
class GuardIT {
  private final Bench bench = new Bench();

  @AfterEach
  void close() {
    bench.close();
  }

  @Test
  void refusesABrowser() throws IOException {
    assertThat(
            answer("GET /version HTTP/1.1\r\nHost: localhost\r\nUser-Agent: Mozilla/5.0\r\n\r\n"))
        .startsWith("HTTP/1.1 403 ")
        .endsWith("\r\n\r\nUser agent not allowed\n");
    assertThat(answer("GET /nope HTTP/1.1\r\nHost: localhost\r\nUser-Agent: Mozilla/5.0\r\n\r\n"))
        .startsWith("HTTP/1.1 404 ");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"Host: evil.example", "Host: 127.0.0.1.evil.example", "Host: 10.0.0.1:8474"})
  void refusesAForeignHost(String header) throws IOException {
    assertThat(answer("POST /reset HTTP/1.1\r\n" + header + "\r\n\r\n"))
        .startsWith("HTTP/1.1 403 ")
        .contains("{\"error\":\"host ");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"Host: localhost:8474", "Host: 127.0.0.1", "Host: 127.1.2.3:1", "Host: [::1]:1"})
  void letsLoopbackIn(String header) throws IOException {
    assertThat(answer("POST /reset HTTP/1.1\r\n" + header + "\r\n\r\n"))
        .startsWith("HTTP/1.1 204 ");
  }

  @Test
  void refusesAForeignOrigin() throws IOException {
    assertThat(
            answer(
                "POST /reset HTTP/1.1\r\nHost: localhost\r\nOrigin: http://evil.example\r\n\r\n"))
        .startsWith("HTTP/1.1 403 ");
    assertThat(answer("POST /reset HTTP/1.1\r\nHost: localhost\r\nOrigin: null\r\n\r\n"))
        .startsWith("HTTP/1.1 403 ");
  }

  @Test
  void readsAChunkedBodyAndPipelinedRequests() throws IOException {
    String create =
        String.join(
            "\r\n",
            "POST /proxies HTTP/1.1",
            "Host: localhost",
            "Transfer-Encoding: chunked",
            "",
            "1c",
            "{\"name\":\"p\",\"upstream\":\"u:1\"",
            "1",
            "}",
            "0",
            "",
            "");
    assertThat(answer(create + "GET /version HTTP/1.1\r\nConnection: close\r\n\r\n"))
        .startsWith("HTTP/1.1 201 ")
        .contains("HTTP/1.1 200 OK");
  }

  @Test
  void leadsToThePathWithoutEmptyParts() throws IOException {
    assertThat(answer("GET //proxies HTTP/1.1\r\n\r\n"))
        .startsWith("HTTP/1.1 301 ")
        .contains("Location: /proxies\r\n");
  }

  @Test
  void readsARequestThatComesByteByByte() throws IOException {
    try (Socket client = Bench.connect(bench.api().getPort())) {
      for (byte one : "POST /proxies HTTP/1.0\r\ncontent-length: 2\r\n\r\n{}".getBytes(US_ASCII)) {
        client.getOutputStream().write(one);
      }
      assertThat(client.getInputStream().readAllBytes())
          .asString(US_ASCII)
          .startsWith("HTTP/1.1 400 ")
          .contains("missing required field: name");
    }
  }

  @Test
  void invitesABodyThatWaits() throws IOException {
    try (Socket client = Bench.connect(bench.api().getPort())) {
      client
          .getOutputStream()
          .write(
              "POST /populate HTTP/1.1\r\nContent-Length: 2\r\nExpect: 100-continue\r\n\r\n"
                  .getBytes(US_ASCII));
      assertThat(client.getInputStream().readNBytes(25))
          .asString(US_ASCII)
          .isEqualTo("HTTP/1.1 100 Continue\r\n\r\n");
      client.getOutputStream().write("[]".getBytes(US_ASCII));
      assertThat(client.getInputStream().readNBytes(20))
          .asString(US_ASCII)
          .isEqualTo("HTTP/1.1 201 Created");
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "hello\r\n\r\n",
        "GET /proxies/a b HTTP/1.1\r\n\r\n",
        "GET / HTTP/2.0\r\n\r\n",
        "GET /version HTTP/1.1\r\nnonsense\r\n\r\n",
        "POST /reset HTTP/1.1\r\nContent-Length: -1\r\n\r\n",
        "POST /reset HTTP/1.1\r\nContent-Length: x\r\n\r\n",
        "POST /reset HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n"
      })
  void refusesWhatIsNoRequestAndCloses(String request) throws IOException {
    assertThat(answer(request)).startsWith("HTTP/1.1 400 ").contains("Connection: close");
  }

  @Test
  void boundsWhatARequestMayBring() throws IOException {
    assertThat(answer("POST /populate HTTP/1.1\r\nContent-Length: 99999999\r\n\r\n"))
        .startsWith("HTTP/1.1 413 ");
    assertThat(answer("GET /version HTTP/1.1\r\nX: " + "x".repeat(20_000)))
        .startsWith("HTTP/1.1 431 ");
  }

  /// Sends and reads to the end; a request that is answered and kept is ended by the client.
  private String answer(String request) throws IOException {
    try (Socket client = Bench.connect(bench.api().getPort())) {
      client.getOutputStream().write(request.getBytes(US_ASCII));
      client.shutdownOutput();
      return new String(client.getInputStream().readAllBytes(), US_ASCII);
    }
  }
}
