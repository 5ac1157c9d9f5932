package rebound.chaos.network.link;

import rebound.chaos.network.toxic.Direction;

/// What has passed through a proxy since it was created. Used by the loop's thread only.
public final class Traffic {
  private final Counter up = new Counter();
  private final Counter down = new Counter();
  private long connections;

  /// Counts a connection and gives its number, from 0.
  long accepted() {
    return connections++;
  }

  void received(Direction direction, int bytes) {
    of(direction).receivedBytes += bytes;
  }

  void sent(Direction direction, int bytes) {
    of(direction).sentBytes += bytes;
  }

  /// Connections that were accepted.
  public long connections() {
    return connections;
  }

  /// Bytes that were read from the sender of a direction.
  public long receivedBytes(Direction direction) {
    return of(direction).receivedBytes;
  }

  /// Bytes that were given to the receiver of a direction.
  public long sentBytes(Direction direction) {
    return of(direction).sentBytes;
  }

  private Counter of(Direction direction) {
    return switch (direction) {
      case UPSTREAM -> up;
      case DOWNSTREAM -> down;
    };
  }

  private static final class Counter {
    private long receivedBytes;
    private long sentBytes;
  }
}
