package rebound.soak.peers;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/// Sends one text message over a WebSocket and waits for what comes back.
final class WebSocketAnswer {
  private static final String MESSAGE = "x".repeat(64);

  private WebSocketAnswer() {}

  static RouteAnswer ask(HttpClient http, URI uri, Duration within) throws InterruptedException {
    CompletableFuture<String> echo = new CompletableFuture<>();
    CompletableFuture<WebSocket> opening =
        http.newWebSocketBuilder().connectTimeout(within).buildAsync(uri, new Listener(echo));
    try {
      WebSocket socket = opening.get(within.toMillis(), TimeUnit.MILLISECONDS);
      socket.sendText(MESSAGE, true).get(within.toMillis(), TimeUnit.MILLISECONDS);
      String text = echo.get(within.toMillis(), TimeUnit.MILLISECONDS);
      return new RouteAnswer(101, Map.of(), text);
    } catch (ExecutionException failed) {
      return new RouteAnswer(0, Map.of(), String.valueOf(failed.getCause()));
    } catch (TimeoutException silent) {
      return new RouteAnswer(0, Map.of(), "no message came back");
    } finally {
      // A client that is closed waits for its open WebSockets; this one may open too late.
      var _ = opening.thenAccept(WebSocket::abort);
    }
  }

  /// Gathers a message that may come in parts.
  private static final class Listener implements WebSocket.Listener {
    private final CompletableFuture<String> echo;
    private final StringBuilder text = new StringBuilder();

    Listener(CompletableFuture<String> echo) {
      this.echo = echo;
    }

    @Override
    public CompletionStage<?> onText(WebSocket socket, CharSequence part, boolean last) {
      text.append(part);
      if (last) {
        echo.complete(text.toString());
      }
      socket.request(1);
      return null;
    }

    @Override
    public void onError(WebSocket socket, Throwable failed) {
      echo.completeExceptionally(failed);
    }
  }
}
