package rebound.chaos.hostile.swarm;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import rebound.chaos.measure.Tally;
import rebound.chaos.wire.Wire;

/// What one connection of a swarm has still to send. Used on the swarm's loop alone.
final class Outbox {
  /// Bytes to be sent, so many times over.
  private static final class Parcel {
    final ByteBuffer bytes;
    long timesLeft;

    Parcel(byte[] bytes, long times) {
      this.bytes = ByteBuffer.wrap(bytes);
      this.timesLeft = times;
    }
  }

  private final Wire wire;
  private final Tally tally;
  private final ArrayDeque<Parcel> parcels = new ArrayDeque<>();

  Outbox(Wire wire, Tally tally) {
    this.wire = wire;
    this.tally = tally;
  }

  void add(byte[] bytes, long times) {
    parcels.add(new Parcel(bytes, times));
  }

  void clear() {
    parcels.clear();
  }

  /// Writes what the kernel takes, and asks to hear of more room where something is left.
  void flush() throws IOException {
    boolean room = wire.flush();
    while (room && !parcels.isEmpty()) {
      Parcel parcel = parcels.getFirst();
      tally.bytesSent += wire.write(parcel.bytes);
      room = !parcel.bytes.hasRemaining();
      if (room) {
        parcel.bytes.rewind();
        if (--parcel.timesLeft == 0) {
          parcels.removeFirst();
        }
        room = wire.flush();
      }
    }
    if (!room) {
      wire.awaitRoom();
    }
  }
}
