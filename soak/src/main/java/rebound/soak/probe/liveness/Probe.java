package rebound.soak.probe.liveness;

/// A probe that is under way. Used by the prober's thread only.
final class Probe {
  private final long plannedNanos;
  private final long begunNanos;
  private ProbeConnection connection;
  private boolean ready = true;
  private boolean retried;

  Probe(long plannedNanos, long begunNanos, ProbeConnection connection) {
    this.plannedNanos = plannedNanos;
    this.begunNanos = begunNanos;
    this.connection = connection;
    connection.attach(this);
  }

  /// Its socket can go on.
  void ready() {
    ready = true;
  }

  /// True once for each time that the socket became ready.
  boolean takeReady() {
    boolean was = ready;
    ready = false;
    return was;
  }

  /// A stale kept connection is replaced by a new one, once.
  boolean mayRetry() {
    return !retried && connection.stale();
  }

  void retryOn(ProbeConnection another) {
    retried = true;
    connection = another;
    another.attach(this);
    ready = true;
  }

  ProbeConnection connection() {
    return connection;
  }

  long plannedNanos() {
    return plannedNanos;
  }

  long begunNanos() {
    return begunNanos;
  }
}
