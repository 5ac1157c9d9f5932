package rebound.chaos.websocket;

import java.util.Arrays;
import rebound.chaos.http.AnswerReader;
import rebound.chaos.http.BodyCopy;
import rebound.chaos.http.HeadMemo;
import rebound.chaos.http.RequestMethod;

/// Reads a target's frames up to the end of a data message, and says whether it is the echo of what
/// was sent. Pings on the way are kept to be answered. Allocates only for control frames. Used by
/// one thread.
public final class EchoReader implements AnswerReader {
  /// What [#status] says of a right echo, as HTTP would.
  public static final int RIGHT = 200;

  /// What it says of a wrong one.
  public static final int WRONG = 599;

  private enum State {
    HEAD,
    PAYLOAD,
    COMPLETE,
    CLOSED,
    FAILED
  }

  private static final int MOST_CONTROL_BYTES = 125;
  private static final byte[] NOTHING = new byte[0];

  private final byte[] expected;
  private final byte[] head = new byte[10];
  private final byte[] control = new byte[MOST_CONTROL_BYTES];
  private byte[] ping = NOTHING;
  private boolean pinged;
  private State state = State.COMPLETE;
  private int headLength;
  private int opcode;
  private boolean last;
  private long payloadLeft;
  private int controlLength;
  private long messageLength;
  private boolean right;
  private boolean started;

  /// Reads echoes of one payload.
  public EchoReader(byte[] expected) {
    this.expected = expected.clone();
  }

  @Override
  public void begin(RequestMethod method, HeadMemo memo, BodyCopy copy) {
    state = State.HEAD;
    headLength = 0;
    messageLength = 0;
    right = true;
    started = false;
  }

  @Override
  public int feed(byte[] bytes, int from, int to) {
    int at = from;
    while (at < to || (state == State.PAYLOAD && payloadLeft == 0)) {
      switch (state) {
        case HEAD -> {
          head[headLength++] = bytes[at++];
          headRead();
        }
        case PAYLOAD -> at = payload(bytes, at, to);
        case COMPLETE, CLOSED, FAILED -> {
          return at;
        }
      }
    }
    return at;
  }

  private void headRead() {
    if (headLength < 2) {
      return;
    }
    int marked = head[1] & 0x7f;
    int wanted = marked < 126 ? 2 : marked == 126 ? 4 : 10;
    if (headLength < wanted) {
      return;
    }
    long length = marked;
    if (wanted > 2) {
      length = 0;
      for (int i = 2; i < wanted; i++) {
        length = length << 8 | (head[i] & 0xff);
      }
    }
    headLength = 0;
    opcode = head[0] & 0x0f;
    last = head[0] < 0;
    payloadLeft = length;
    controlLength = 0;
    boolean reserved = (head[0] & 0x70) != 0;
    boolean masked = head[1] < 0;
    state = reserved || masked || length < 0 || !fits(length) ? State.FAILED : State.PAYLOAD;
  }

  /// True when this opcode may come now, with this length.
  private boolean fits(long length) {
    return switch (opcode) {
      case Frames.TEXT, Frames.BINARY -> !started;
      case Frames.CONTINUATION -> started;
      case Frames.CLOSE, Frames.PING, Frames.PONG -> last && length <= MOST_CONTROL_BYTES;
      default -> false;
    };
  }

  private int payload(byte[] bytes, int from, int to) {
    int taken = (int) Math.min(payloadLeft, to - from);
    payloadLeft -= taken;
    if (opcode >= Frames.CLOSE) {
      System.arraycopy(bytes, from, control, controlLength, taken);
      controlLength += taken;
    } else {
      started = true;
      compare(bytes, from, taken);
    }
    if (payloadLeft == 0) {
      frameEnded();
    }
    return from + taken;
  }

  private void compare(byte[] bytes, int from, int length) {
    long end = messageLength + length;
    int at = (int) Math.min(messageLength, expected.length);
    right &=
        end <= expected.length
            && Arrays.equals(bytes, from, from + length, expected, at, at + length);
    messageLength = end;
  }

  private void frameEnded() {
    state = State.HEAD;
    switch (opcode) {
      case Frames.CLOSE -> state = State.CLOSED;
      case Frames.PING -> {
        ping = Arrays.copyOf(control, controlLength);
        pinged = true;
      }
      case Frames.PONG -> {}
      default -> state = last ? State.COMPLETE : State.HEAD;
    }
  }

  /// True once when a ping has come that is to be answered with [#pingPayload].
  public boolean takePing() {
    boolean was = pinged;
    pinged = false;
    return was;
  }

  /// What the last ping carried.
  public byte[] pingPayload() {
    return ping.clone();
  }

  /// True when the target has ended the connection in order.
  public boolean isClosed() {
    return state == State.CLOSED;
  }

  @Override
  public boolean endOfStream() {
    return state == State.COMPLETE;
  }

  @Override
  public boolean isComplete() {
    return state == State.COMPLETE;
  }

  @Override
  public boolean isFailed() {
    return state == State.FAILED;
  }

  @Override
  public boolean isStarted() {
    return started;
  }

  @Override
  public boolean isReusable() {
    return state == State.COMPLETE;
  }

  @Override
  public int status() {
    return right && messageLength == expected.length ? RIGHT : WRONG;
  }

  @Override
  public long bodyBytes() {
    return messageLength;
  }
}
