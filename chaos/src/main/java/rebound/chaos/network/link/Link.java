package rebound.chaos.network.link;

import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import java.util.List;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import rebound.chaos.network.toxic.Direction;
import rebound.chaos.network.toxic.Piece;

/// One connection through a proxy: two sockets and the two directions between them. Used by the
/// loop's thread only.
final class Link {
  /// How long a connection that has ended in one direction may pass nothing in the other. A client
  /// that reset it meanwhile shows only to a write: the kernel answers a read with the end again.
  private static final long MOST_QUIET_NANOS = 600_000_000_000L;

  private final Gate gate;
  private final long number;
  private final SocketChannel client;
  private final SelectionKey clientKey;
  private End clientEnd;
  private End upstreamEnd;
  private Pipe up;
  private Pipe down;
  private boolean closed;
  private boolean halfClosed;

  /// @param number of the connection in its proxy, which fixes its draws
  Link(Gate gate, long number, SocketChannel client, SelectionKey clientKey) {
    this.gate = gate;
    this.number = number;
    this.client = client;
    this.clientKey = clientKey;
  }

  Loop loop() {
    return gate.loop();
  }

  Blocks blocks() {
    return gate.loop().blocks();
  }

  Traffic traffic() {
    return gate.traffic();
  }

  boolean isClosed() {
    return closed;
  }

  /// The server behind the proxy has answered: bytes may flow.
  void begin(SocketChannel upstream, SelectionKey upstreamKey, List<NamedToxic> toxics) {
    clientEnd = new End(client, clientKey);
    upstreamEnd = new End(upstream, upstreamKey);
    up = new Pipe(this, Direction.UPSTREAM, clientEnd, upstreamEnd);
    down = new Pipe(this, Direction.DOWNSTREAM, upstreamEnd, clientEnd);
    clientEnd.connect(up, down);
    upstreamEnd.connect(down, up);
    long nowNanos = System.nanoTime();
    for (NamedToxic toxic : toxics) {
      pipe(toxic.direction()).add(toxic, nowNanos);
    }
    clientEnd.watch();
    upstreamEnd.watch();
  }

  /// The draws of one toxic on this connection: the same for the same seed, proxy, connection
  /// number and toxic, whatever other connections do.
  RandomGenerator draws(NamedToxic toxic) {
    return new SplittableRandom(
        Seeds.mix(Seeds.mix(gate.seed() + number) + Seeds.hash(toxic.name())));
  }

  void add(NamedToxic toxic) {
    if (isFlowing()) {
      pipe(toxic.direction()).add(toxic, System.nanoTime());
    }
  }

  void change(NamedToxic toxic) {
    if (isFlowing()) {
      pipe(toxic.direction()).change(toxic, System.nanoTime());
    }
  }

  void remove(NamedToxic toxic) {
    if (isFlowing()) {
      pipe(toxic.direction()).remove(toxic.name());
    }
  }

  /// A direction was written to its end.
  void ended(Pipe pipe) {
    if (other(pipe).isOver()) {
      close();
    } else if (!halfClosed && !closed) {
      halfClosed = true;
      closeWhenQuiet(other(pipe));
    }
  }

  /// A direction was cut: the other one gives what it has, then it ends too.
  void cut(Pipe pipe) {
    if (!closed) {
      other(pipe).endSource(Piece.Last.END);
    }
  }

  /// The receiver of a direction has reset the connection: what it had sent before comes first,
  /// then its reset.
  void receiverGone(Pipe pipe) {
    if (other(pipe).isOver()) {
      reset();
    } else if (!closed) {
      End receiver = pipe == up ? upstreamEnd : clientEnd;
      End sender = pipe == up ? clientEnd : upstreamEnd;
      receiver.watch();
      sender.watch();
    }
  }

  /// Resets both sockets.
  void reset() {
    if (!closed) {
      finish();
      clientEnd.reset();
      upstreamEnd.reset();
    }
  }

  /// Closes both sockets; what waits in toxics is lost.
  void close() {
    if (closed) {
      return;
    }
    if (clientEnd == null) {
      finish();
      End.closeQuietly(client);
    } else {
      finish();
      clientEnd.close();
      upstreamEnd.close();
    }
  }

  private void finish() {
    closed = true;
    if (up != null) {
      up.drop();
      down.drop();
    }
    gate.forget(this);
  }

  private boolean isFlowing() {
    return !closed && up != null;
  }

  private Pipe pipe(Direction direction) {
    return switch (direction) {
      case UPSTREAM -> up;
      case DOWNSTREAM -> down;
    };
  }

  private Pipe other(Pipe pipe) {
    return pipe == up ? down : up;
  }

  private void closeWhenQuiet(Pipe open) {
    long receivedBytes = open.receivedBytes();
    loop()
        .at(
            System.nanoTime() + MOST_QUIET_NANOS,
            () -> {
              if (closed) {
                return;
              }
              if (open.receivedBytes() == receivedBytes) {
                close();
              } else {
                closeWhenQuiet(open);
              }
            });
  }
}
