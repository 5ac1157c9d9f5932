package rebound.server.guard;

import io.undertow.connector.PooledByteBuffer;
import io.undertow.server.protocol.http.HttpServerConnection;
import io.undertow.util.ImmediatePooledByteBuffer;
import java.nio.ByteBuffer;

/// What a client has sent and nobody takes yet, within a budget: an unfinished head, and what is
/// behind the request that is being answered. Belongs to its loop's thread.
final class Untaken {
  private static final byte[] NOTHING = {};

  private final Budget budget;
  private HttpServerConnection connection;
  private byte[] head = NOTHING;
  private int behind;

  Untaken(Budget budget) {
    this.budget = budget;
  }

  /// How long the unfinished head is.
  int headBytes() {
    return head.length;
  }

  byte[] head() {
    return head;
  }

  /// Keeps an unfinished head in the place of the one before.
  ///
  /// @return false when there is no room for it
  boolean keepHead(ByteBuffer from, int start, int end) {
    int count = end - start;
    int more = count - head.length;
    if (more > 0 && !budget.take(more)) {
      return false;
    }
    if (more < 0) {
      budget.giveBack(-more);
    }
    head = count == 0 ? NOTHING : new byte[count];
    from.get(start, head);
    return true;
  }

  /// A request has begun; what is behind it is its connection's.
  void of(HttpServerConnection owner) {
    connection = owner;
  }

  /// Looks at what is behind the request. Undertow keeps that in a whole buffer of its pool, of
  /// which thousands of waiting connections would take more than there is: while it waits it is
  /// kept as what it is.
  ///
  /// @return false when there is no room for it
  boolean isBehindKept() {
    PooledByteBuffer extra = connection == null ? null : connection.getExtraBytes();
    if (extra == null) {
      forgetBehind();
      return true;
    }
    ByteBuffer bytes = extra.getBuffer();
    if (!bytes.isDirect()) {
      return true;
    }
    forgetBehind();
    int count = bytes.remaining();
    if (!budget.take(count)) {
      return false;
    }
    behind = count;
    byte[] copy = new byte[count];
    bytes.get(copy);
    connection.setExtraBytes(new ImmediatePooledByteBuffer(ByteBuffer.wrap(copy)));
    extra.close();
    return true;
  }

  private void forgetBehind() {
    budget.giveBack(behind);
    behind = 0;
  }

  /// Forgets all of it.
  void forget() {
    budget.giveBack(head.length);
    head = NOTHING;
    forgetBehind();
  }
}
