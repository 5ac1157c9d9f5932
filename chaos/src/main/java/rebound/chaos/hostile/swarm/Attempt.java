package rebound.chaos.hostile.swarm;

import rebound.chaos.loop.Timer;
import rebound.chaos.measure.ErrorKind;

/// One attempt after another in the same place: each is counted once when it begins and once when
/// it ends, with the time it took. Used on the swarm's loop alone.
final class Attempt {
  private final Swarm swarm;
  private final Timer limit;
  private boolean underWay;
  private long intendedNanos;
  private long stoodNanos;

  /// Makes a place without an attempt.
  ///
  /// @param limit cleared whenever an attempt ends
  Attempt(Swarm swarm, Timer limit) {
    this.swarm = swarm;
    this.limit = limit;
  }

  void begin(long intended) {
    underWay = true;
    intendedNanos = intended;
    swarm.attempted();
  }

  /// From here on the target has it.
  void stands(long nowNanos) {
    stoodNanos = nowNanos;
  }

  boolean isUnderWay() {
    return underWay;
  }

  void right() {
    if (underWay) {
      swarm.tally().ok++;
      ended();
    }
  }

  void answered(int status, boolean right) {
    if (underWay) {
      if (status == 503 || status == 429) {
        swarm.tally().shed++;
      } else if (right) {
        swarm.tally().ok++;
      } else {
        swarm.tally().unexpectedStatus++;
      }
      ended();
    }
  }

  void timedOut(boolean answerBegun) {
    if (underWay) {
      swarm.tally().timedOut++;
      swarm.tally().error(answerBegun ? ErrorKind.BODY_TIMEOUT : ErrorKind.FIRST_BYTE_TIMEOUT);
      ended();
    }
  }

  void broken(boolean reset) {
    if (underWay) {
      swarm.tally().broken++;
      // A reset is counted where it is seen: once a connection, not once an attempt.
      swarm.broke(reset ? ErrorKind.RESET : ErrorKind.NO_RESPONSE);
      ended();
    }
  }

  void garbage() {
    if (underWay) {
      swarm.tally().broken++;
      swarm.tally().error(ErrorKind.GARBAGE);
      ended();
    }
  }

  void connectFailed(ErrorKind kind) {
    swarm.tally().connectFailed++;
    swarm.tally().error(kind);
    ended();
  }

  /// The phase is over before it has an outcome.
  void abandoned() {
    if (underWay) {
      swarm.tally().inFlightAtEnd++;
      ended();
    }
  }

  private void ended() {
    underWay = false;
    swarm.loop().clear(limit);
    long now = System.nanoTime();
    swarm
        .recorder()
        .ended(
            Math.max(0, now - intendedNanos),
            Math.max(0, now - Math.max(stoodNanos, intendedNanos)));
    swarm.settled();
  }
}
