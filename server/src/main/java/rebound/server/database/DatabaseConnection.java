package rebound.server.database;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import org.xnio.IoUtils;
import org.xnio.StreamConnection;
import org.xnio.conduits.ConduitStreamSinkChannel;
import org.xnio.conduits.ConduitStreamSourceChannel;

/// One connection to the database, registered on the event loop that uses it; answers come in the
/// order of the calls. Belongs to its loop's thread.
final class DatabaseConnection {
  private static final int OUT_BYTES = 1024;

  private final StreamConnection channel;
  private final DatabasePool pool;
  private final ByteBuffer scratch;
  private final RespParser parser = new RespParser();
  private final ArrayDeque<Call> inFlight = new ArrayDeque<>(1);
  private ByteBuffer out = ByteBuffer.allocateDirect(OUT_BYTES);
  private boolean broken;
  private boolean heard;
  private long heardNanos;

  DatabaseConnection(StreamConnection channel, DatabasePool pool, ByteBuffer scratch) {
    this.channel = channel;
    this.pool = pool;
    this.scratch = scratch;
  }

  void open() {
    channel.getSourceChannel().setReadListener(this::readable);
    channel.getSinkChannel().setWriteListener(this::writable);
    channel.getSourceChannel().resumeReads();
  }

  int load() {
    return inFlight.size();
  }

  boolean isBroken() {
    return broken;
  }

  /// Puts a call on its way; [#flush] sends it.
  void add(Call call, long nowNanos) {
    byte[] command = call.command();
    if (out.remaining() < command.length) {
      grow(command.length);
    }
    out.put(command);
    call.sent(nowNanos);
    inFlight.add(call);
  }

  /// Sends what has been added; what the socket does not take goes when it does.
  void flush() {
    if (broken || out.position() == 0) {
      return;
    }
    out.flip();
    try {
      ConduitStreamSinkChannel sink = channel.getSinkChannel();
      sink.write(out);
      if (out.hasRemaining()) {
        sink.resumeWrites();
      }
      out.compact();
    } catch (IOException e) {
      fail("writing to it failed: " + e.getMessage());
    }
  }

  /// How long the next answer has been due: the time since the oldest call was sent, or since the
  /// answer before it if that was later, less what the database was told to take. Negative before
  /// that, and where no call is in flight.
  long overdueNanos(long now) {
    Call oldest = inFlight.peek();
    if (oldest == null) {
      return Long.MIN_VALUE;
    }
    long silent = now - oldest.sentNanos();
    if (heard) {
      silent = Math.min(silent, now - heardNanos);
    }
    return silent - oldest.delayNanos();
  }

  /// Ends the connection and every call on it.
  void fail(String reason) {
    if (broken) {
      return;
    }
    broken = true;
    IoUtils.safeClose(channel);
    pool.lost(this);
    Answer.Unreachable unreachable = new Answer.Unreachable(reason);
    for (Call call = inFlight.poll(); call != null; call = inFlight.poll()) {
      pool.unreachable(call, unreachable);
    }
  }

  private void readable(ConduitStreamSourceChannel source) {
    try {
      int count;
      do {
        scratch.clear();
        count = source.read(scratch);
        scratch.flip();
        take();
      } while (count == scratch.capacity());
      if (count < 0) {
        fail("it closed the connection");
      }
    } catch (IOException e) {
      fail(e.getMessage());
    }
  }

  /// Settles the calls that the bytes answer. A settled call's coroutine runs within, and may send
  /// its next call on this connection.
  private void take() throws IOException {
    heard = true;
    heardNanos = System.nanoTime();
    // The coroutines that are woken may read bodies or other connections into the same buffer.
    byte[] bytes = new byte[scratch.remaining()];
    scratch.get(bytes);
    ByteBuffer in = ByteBuffer.wrap(bytes);
    for (Answer answer = parser.next(in); answer != null; answer = parser.next(in)) {
      Call call = inFlight.poll();
      if (call == null) {
        throw new IOException("the database answered what nobody had asked");
      }
      pool.freed(this);
      call.settle(answer);
    }
  }

  private void writable(ConduitStreamSinkChannel sink) {
    sink.suspendWrites();
    flush();
  }

  private void grow(int more) {
    ByteBuffer larger =
        ByteBuffer.allocateDirect(Math.max(out.capacity() * 2, out.position() + more));
    out.flip();
    larger.put(out);
    out = larger;
  }
}
