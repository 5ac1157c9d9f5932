package rebound.chaos.load;

/// Wants connections to stand, and nothing of them.
final class IdleDemand implements Demand {
  private final int connections;

  IdleDemand(int connections) {
    this.connections = connections;
  }

  @Override
  public int connections() {
    return connections;
  }

  @Override
  public int depth() {
    return 1;
  }

  @Override
  public void plan(long durationNanos) {}

  @Override
  public void begin(long startNanos) {}

  @Override
  public void end(long nowNanos) {}

  @Override
  public int pending() {
    return 0;
  }

  @Override
  public void abandon(long nowNanos) {}

  @Override
  public void connected(Connection connection, long nowNanos) {}

  @Override
  public void connectFailed(Connection connection, long nowNanos) {}

  @Override
  public void free(Connection connection, long nowNanos) {}

  @Override
  public void lost(Connection connection, long nowNanos) {}

  @Override
  public void retry(Connection connection, int kind, long intendedNanos, long nowNanos) {}

  @Override
  public void wake(Connection connection, long nowNanos) {}

  @Override
  public double offered() {
    return Double.NaN;
  }
}
