package rebound.chaos.network.api;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import rebound.chaos.network.link.Loop;
import rebound.chaos.network.link.Ready;

/// One connection of the API: a request at a time, kept alive. Used by the loop's thread only.
final class ApiConnection implements Ready {
  private static final long READ_NANOS = 15_000_000_000L;
  private static final long IDLE_NANOS = 60_000_000_000L;
  private static final long CHECK_NANOS = 5_000_000_000L;
  private static final byte[] CONTINUE =
      "HTTP/1.1 100 Continue\r\n\r\n".getBytes(StandardCharsets.ISO_8859_1);

  private final Loop loop;
  private final SocketChannel channel;
  private final Router router;
  private final Runnable onClose;
  private final RequestReader reader = new RequestReader();
  private final SelectionKey key;
  private ByteBuffer unwritten = ByteBuffer.allocate(0);
  private boolean last;
  private long quietSinceNanos = System.nanoTime();

  ApiConnection(Loop loop, SocketChannel channel, Router router, Runnable onClose)
      throws IOException {
    this.loop = loop;
    this.channel = channel;
    this.router = router;
    this.onClose = onClose;
    this.key = loop.register(channel, SelectionKey.OP_READ, this);
    checkLater();
  }

  @Override
  public void ready(int readyOps) {
    quietSinceNanos = System.nanoTime();
    try {
      if ((readyOps & SelectionKey.OP_READ) != 0) {
        ByteBuffer scratch = loop.scratch();
        if (channel.read(scratch) < 0) {
          close();
          return;
        }
        reader.add(scratch.flip());
      }
      serve();
    } catch (IOException clientGone) {
      close();
    }
  }

  /// Answers what is there; the next request waits until the answer is written.
  private void serve() throws IOException {
    write();
    if (unwritten.hasRemaining()) {
      key.interestOps(SelectionKey.OP_WRITE);
    } else if (last) {
      close();
    } else {
      byte[] answer = nextAnswer();
      if (answer == null) {
        key.interestOps(SelectionKey.OP_READ);
      } else {
        unwritten = ByteBuffer.wrap(answer);
        key.interestOps(0);
        loop.afterClosing(this::answer);
      }
    }
  }

  /// Who reads that a proxy was closed has to find its port closed.
  private void answer() {
    if (channel.isOpen()) {
      try {
        serve();
      } catch (IOException clientGone) {
        close();
      }
    }
  }

  private byte[] nextAnswer() {
    try {
      if (reader.wantsContinue()) {
        return CONTINUE;
      }
      Request request = reader.next();
      if (request == null) {
        return null;
      }
      last = isLast(request);
      return router.answer(request).bytes(!last);
    } catch (RequestReader.Malformed malformed) {
      last = true;
      return Response.error(malformed.status(), malformed.getMessage()).bytes(false);
    }
  }

  private static boolean isLast(Request request) {
    String connection = request.header("connection");
    return request.header(":version").equals("HTTP/1.0")
        ? !connection.equalsIgnoreCase("keep-alive")
        : connection.equalsIgnoreCase("close");
  }

  private void write() throws IOException {
    if (unwritten.hasRemaining()) {
      channel.write(unwritten);
    }
  }

  private void checkLater() {
    loop.at(System.nanoTime() + CHECK_NANOS, this::check);
  }

  private void check() {
    if (!channel.isOpen()) {
      return;
    }
    long quietNanos = System.nanoTime() - quietSinceNanos;
    if (quietNanos > (reader.isWithinRequest() ? READ_NANOS : IDLE_NANOS)) {
      close();
    } else {
      checkLater();
    }
  }

  private void close() {
    if (channel.isOpen()) {
      try {
        channel.close();
      } catch (IOException alreadyGone) {
        // Closed all the same.
      }
      onClose.run();
    }
  }
}
