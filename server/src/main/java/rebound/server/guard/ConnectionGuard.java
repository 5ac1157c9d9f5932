package rebound.server.guard;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.undertow.server.HttpServerExchange;
import io.undertow.server.protocol.http.HttpServerConnection;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.util.Arrays;
import java.util.UUID;
import org.xnio.IoUtils;
import org.xnio.StreamConnection;
import org.xnio.channels.StreamSinkChannel;
import org.xnio.conduits.AbstractStreamSourceConduit;
import org.xnio.conduits.ConduitReadableByteChannel;
import org.xnio.conduits.Conduits;
import org.xnio.conduits.StreamSourceConduit;

/// One connection's guard: reads the socket for Undertow and hands on what is well-formed. Where
/// something is not, it hands on a request of its own instead, so that the refusal takes its turn
/// behind the answers that are still due, and drops all that follows. Knows too what the client is
/// waited for, and since when. Belongs to its loop's thread.
public final class ConnectionGuard extends AbstractStreamSourceConduit<StreamSourceConduit> {
  /// The path of the guard's own request; nobody can guess it.
  public static final String REFUSED_PATH = "/refused-" + UUID.randomUUID();

  private static final byte[] REFUSED_REQUEST =
      ("GET " + REFUSED_PATH + " HTTP/1.1\r\nHost: guard\r\nConnection: close\r\n\r\n")
          .getBytes(US_ASCII);
  private static final byte[] NOTHING = {};
  private static final long CROWDED_IDLE_MILLIS = 1_000;

  private enum Waits {
    FOR_REQUEST,
    FOR_HEAD,
    FOR_US,
    FOR_TRANSFER,
    FOR_CLOSE,
    IN_TUNNEL
  }

  private final StreamConnection channel;
  private final GuardRoom room;
  private final Framing framing;
  private final Untaken untaken;
  private byte[] pending = NOTHING;
  private Refusal refusal;
  private long begun;
  private boolean dropping;
  private boolean gone;
  private Waits waits = Waits.FOR_REQUEST;
  private long sinceMillis;
  private Transfer transfer;
  private final Progress progress = new Progress();
  private boolean tunnel;
  private Runnable goingAway;

  ConnectionGuard(StreamConnection channel, GuardRoom room) {
    super(channel.getSourceChannel().getConduit());
    this.channel = channel;
    this.room = room;
    this.framing = room.framing();
    this.untaken = new Untaken(room.budget());
    this.sinceMillis = room.nowMillis();
  }

  /// The guard of a request's connection.
  public static ConnectionGuard of(HttpServerExchange exchange) {
    return (ConnectionGuard)
        ((HttpServerConnection) exchange.getConnection()).getOriginalSourceConduit();
  }

  /// Why the connection is not served further, or null.
  public Refusal refusal() {
    return refusal;
  }

  /// A request has reached the server.
  public void requestBegins(HttpServerExchange exchange) {
    begun++;
    waits(Waits.FOR_US);
    untaken.of((HttpServerConnection) exchange.getConnection());
  }

  /// True when the body of the request that began last is broken: it has been ended for the reader,
  /// and the answer is the [#refusal]. A bad head behind a whole body is another request's.
  public boolean isBodyBroken() {
    return refusal != null && begun == framing.heads() && !framing.isInHead();
  }

  /// A body or an answer waits for the client.
  public void transferWaits(Transfer waiting) {
    transfer = waiting;
    progress.begin(room.nowMillis(), waiting.transferredBytes());
    if (!isGoingAway()) {
      waits(Waits.FOR_TRANSFER);
    }
  }

  /// The transfer waits no longer.
  public void transferDone() {
    transfer = null;
    if (!isGoingAway()) {
      waits(tunnel ? Waits.IN_TUNNEL : Waits.FOR_US);
    }
  }

  /// The answer has been written.
  ///
  /// @param last whether the connection ends with it
  public void answered(boolean last) {
    if (last) {
      dropping = true;
      untaken.forget();
      waits(Waits.FOR_CLOSE);
    } else {
      waits(untaken.headBytes() > 0 ? Waits.FOR_HEAD : Waits.FOR_REQUEST);
    }
  }

  /// The connection speaks another protocol from here on.
  ///
  /// @return false when the client has sent more already, which nobody could tell from HTTP
  public boolean becomesTunnel() {
    if (refusal != null || untaken.headBytes() > 0) {
      return false;
    }
    tunnel = true;
    waits(Waits.IN_TUNNEL);
    return true;
  }

  /// Says how the other protocol tells its client that the server stops.
  ///
  /// @param farewell sends it; runs once, on the loop
  public void onGoingAway(Runnable farewell) {
    goingAway = farewell;
  }

  @Override
  public int read(ByteBuffer dst) throws IOException {
    if (!tunnel && pending.length > 0) {
      return givePending(dst);
    }
    int count;
    try {
      count = tunnel ? through(dst) : dropping ? drop() : take(dst);
    } catch (IOException reset) {
      if (!mayLeave()) {
        throw reset;
      }
      count = -1;
    }
    return count < 0 && mayLeave() ? leave() : count;
  }

  private int through(ByteBuffer dst) throws IOException {
    if (waits == Waits.IN_TUNNEL) {
      sinceMillis = room.nowMillis();
    }
    return next.read(dst);
  }

  private boolean mayLeave() {
    return waits != Waits.FOR_US && waits != Waits.FOR_TRANSFER;
  }

  /// The client has gone and nothing is due to it.
  private int leave() {
    gone = true;
    next.suspendReads();
    room.leavers().add(this);
    return 0;
  }

  @Override
  public long read(ByteBuffer[] dsts, int offset, int length) throws IOException {
    for (int i = offset; i < offset + length; i++) {
      if (dsts[i].hasRemaining()) {
        return read(dsts[i]);
      }
    }
    return 0;
  }

  @Override
  public long transferTo(long position, long count, FileChannel target) throws IOException {
    return target.transferFrom(new ConduitReadableByteChannel(this), position, count);
  }

  @Override
  public long transferTo(long count, ByteBuffer throughBuffer, StreamSinkChannel target)
      throws IOException {
    return Conduits.transfer(this, count, throughBuffer, target);
  }

  @Override
  public void resumeReads() {
    if (gone) {
      return;
    }
    if (pending.length > 0) {
      next.wakeupReads();
    } else {
      next.resumeReads();
    }
  }

  @Override
  public void wakeupReads() {
    if (!gone) {
      next.wakeupReads();
    }
  }

  /// Ends what has taken too long.
  ///
  /// @return false when the connection is closed and needs no guard any more
  boolean isStillOpen(long nowMillis) {
    if (!channel.isOpen()) {
      untaken.forget();
      return false;
    }
    if (!untaken.isBehindKept()) {
      giveUp(GivenUp.NO_ROOM_FOR_HEAD);
      return true;
    }
    long waited = nowMillis - sinceMillis;
    Patience patience = room.patience();
    switch (waits) {
      case FOR_REQUEST ->
          closeIdleAfter(
              waited, begun == 0 && room.isCrowded() ? CROWDED_IDLE_MILLIS : patience.idleMillis());
      case FOR_HEAD -> {
        if (waited > patience.headMillis()) {
          refuseSlowHead();
        }
      }
      case FOR_TRANSFER -> {
        if (progress.isTooSlow(nowMillis, transfer, patience)) {
          room.count(transfer.kind());
          transfer.tooSlow();
        }
      }
      case FOR_CLOSE -> closeAfter(waited, patience.lingerMillis());
      case IN_TUNNEL -> closeIdleAfter(waited, patience.tunnelMillis());
      case FOR_US -> {
        // The client waits for the server: the database's time limits count.
      }
    }
    return true;
  }

  /// True while no request is under way.
  boolean isIdle() {
    return !tunnel
        && (waits == Waits.FOR_REQUEST || waits == Waits.FOR_HEAD || waits == Waits.FOR_CLOSE);
  }

  /// Ends a tunnel in its own protocol; its client has the linger time to close. Does nothing where
  /// there is none.
  void goAway() {
    if (goingAway != null && !isGoingAway()) {
      waits(Waits.FOR_CLOSE);
      goingAway.run();
    }
  }

  private boolean isGoingAway() {
    return tunnel && waits == Waits.FOR_CLOSE;
  }

  /// Ends the connection for its client.
  public void giveUp(GivenUp why) {
    room.count(why);
    close();
  }

  void close() {
    untaken.forget();
    IoUtils.safeClose(channel);
  }

  private int take(ByteBuffer dst) throws IOException {
    int start = dst.position();
    if (dst.remaining() <= untaken.headBytes()) {
      return 0;
    }
    dst.put(untaken.head());
    int count = next.read(dst);
    if (count <= 0 || isOnlyMoreOfAHead(dst, start, dst.position() - count)) {
      int end = dst.position();
      dst.position(start);
      if (count > 0) {
        hold(dst, start, end);
        return 0;
      }
      return count < 0 ? atEnd(dst) : 0;
    }
    return handOn(dst, start);
  }

  /// Bytes without a line's end cannot complete a head; reading it again from its start for each
  /// byte that drips in would cost the square of its length.
  private boolean isOnlyMoreOfAHead(ByteBuffer dst, int start, int fresh) {
    if (untaken.headBytes() == 0
        || !framing.isInHead()
        || dst.position() - start >= HeadReader.LONGEST) {
      return false;
    }
    for (int i = fresh; i < dst.position(); i++) {
      if (dst.get(i) == '\n') {
        return false;
      }
    }
    return true;
  }

  private int handOn(ByteBuffer dst, int start) {
    int limit = dst.limit();
    dst.limit(dst.position()).position(start);
    int safe = framing.advance(dst);
    int end = dst.limit();
    dst.limit(limit).position(safe);
    if (framing.refusal() == null) {
      hold(dst, safe, end);
      return safe - start;
    }
    refuse(framing.refusal());
    return safe > start ? safe - start : givePending(dst);
  }

  private int atEnd(ByteBuffer dst) {
    framing.end();
    if (framing.refusal() == null) {
      return -1;
    }
    refuse(framing.refusal());
    return givePending(dst);
  }

  private void refuse(Refusal why) {
    refusal = why;
    dropping = true;
    pending = framing.isInHead() ? REFUSED_REQUEST : framing.ending();
    untaken.forget();
  }

  private void refuseSlowHead() {
    room.count(GivenUp.SLOW_HEAD);
    refuse(new Refusal(408, "the head did not come within its time"));
    waits(Waits.FOR_CLOSE);
    next.wakeupReads();
  }

  private int givePending(ByteBuffer dst) {
    int count = Math.min(pending.length, dst.remaining());
    dst.put(pending, 0, count);
    pending = Arrays.copyOfRange(pending, count, pending.length);
    return count;
  }

  /// Reads and forgets, so that the client's system sees no reset before the last answer is read.
  private int drop() throws IOException {
    ByteBuffer scratch = room.scratch();
    int count;
    do {
      scratch.clear();
      count = next.read(scratch);
    } while (count > 0);
    return count;
  }

  private void hold(ByteBuffer from, int start, int end) {
    if (!untaken.keepHead(from, start, end)) {
      // Thousands of unfinished heads at once: this one is given up.
      giveUp(GivenUp.NO_ROOM_FOR_HEAD);
    } else if (start < end && waits == Waits.FOR_REQUEST) {
      waits(Waits.FOR_HEAD);
    }
  }

  private void closeIdleAfter(long waited, long limit) {
    if (waited > limit) {
      giveUp(GivenUp.IDLE);
    }
  }

  private void closeAfter(long waited, long limit) {
    if (waited > limit) {
      close();
    }
  }

  private void waits(Waits now) {
    waits = now;
    sinceMillis = room.nowMillis();
  }
}
