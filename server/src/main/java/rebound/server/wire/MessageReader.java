package rebound.server.wire;

import io.undertow.websockets.core.CloseMessage;
import io.undertow.websockets.core.StreamSourceFrameChannel;
import io.undertow.websockets.core.WebSocketChannel;
import io.undertow.websockets.core.WebSockets;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.function.Consumer;
import org.xnio.ChannelListener;
import org.xnio.IoUtils;
import rebound.server.guard.Budget;
import rebound.server.guard.ConnectionGuard;
import rebound.server.guard.GivenUp;
import rebound.server.guard.Transfer;

/// Reads a WebSocket's messages on the loop, one after another, and hands each on when it is whole.
/// One that has to wait for the rest of it counts against the budget of bodies, and has their time;
/// Undertow's own buffers would take whatever comes. Belongs to its loop's thread.
public final class MessageReader implements ChannelListener<StreamSourceFrameChannel>, Transfer {
  /// The largest message that is taken, in bytes.
  public static final int LIMIT_BYTES = 1024 * 1024;

  private final WebSocketChannel channel;
  private final ConnectionGuard guard;
  private final ByteBuffer scratch;
  private final Intake intake;
  private Consumer<ByteBuffer> taker;
  private boolean waiting;

  /// A reader without a message.
  ///
  /// @param scratch the loop's own buffer, used within one call only
  /// @param budget what all that waits may hold together
  public MessageReader(
      WebSocketChannel channel, ConnectionGuard guard, ByteBuffer scratch, Budget budget) {
    this.channel = channel;
    this.guard = guard;
    this.scratch = scratch;
    this.intake = new Intake(budget);
  }

  /// Reads a message; it may be whole before this returns.
  ///
  /// @param message after the one before was handed on
  /// @param whole takes it, on the loop, once; never where it breaks off
  public void read(StreamSourceFrameChannel message, Consumer<ByteBuffer> whole) {
    taker = whole;
    handleEvent(message);
  }

  /// True while the rest of a message is waited for.
  public boolean isWaiting() {
    return waiting;
  }

  @Override
  public void handleEvent(StreamSourceFrameChannel message) {
    try {
      if (readOn(message)) {
        end(message);
      }
    } catch (IOException e) {
      // Cut off, or no UTF-8.
      IoUtils.safeClose(channel);
    }
  }

  /// Reads what has come.
  ///
  /// @return true when the message has ended
  private boolean readOn(StreamSourceFrameChannel message) throws IOException {
    for (; ; ) {
      scratch.clear();
      int count = message.read(scratch);
      if (count < 0) {
        return true;
      }
      if (count == 0) {
        await(message);
        return false;
      }
      if (intake.size() + count > LIMIT_BYTES) {
        WebSockets.sendClose(
            CloseMessage.MSG_TOO_BIG, "a message has at most 1 MiB", channel, null);
        IoUtils.safeClose(channel);
        return false;
      }
      scratch.flip();
      intake.add(scratch, -1);
    }
  }

  private void await(StreamSourceFrameChannel message) {
    if (!intake.charge()) {
      guard.giveUp(GivenUp.NO_ROOM_FOR_MESSAGE);
    } else if (!waiting) {
      waiting = true;
      guard.transferWaits(this);
      message.getReadSetter().set(this);
      message.resumeReads();
    }
  }

  private void end(StreamSourceFrameChannel message) {
    if (waiting) {
      waiting = false;
      message.suspendReads();
      guard.transferDone();
    }
    taker.accept(ByteBuffer.wrap(intake.take()));
  }

  /// Forgets a message that will never be whole.
  public void drop() {
    waiting = false;
    intake.drop();
  }

  @Override
  public long transferredBytes() {
    return intake.size();
  }

  @Override
  public GivenUp kind() {
    return GivenUp.SLOW_BODY;
  }

  @Override
  public void tooSlow() {
    IoUtils.safeClose(channel);
  }
}
