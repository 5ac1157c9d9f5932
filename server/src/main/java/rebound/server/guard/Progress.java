package rebound.server.guard;

/// Whether a transfer goes on: each stretch of time must bring as much as the least rate asks. What
/// came fast before is no credit for silence. Belongs to its loop's thread.
final class Progress {
  private long sinceMillis;
  private long bytes;

  void begin(long nowMillis, long transferredBytes) {
    sinceMillis = nowMillis;
    bytes = transferredBytes;
  }

  boolean isTooSlow(long nowMillis, Transfer transfer, Patience patience) {
    long passed = nowMillis - sinceMillis;
    long now = transfer.transferredBytes();
    if (!transfer.tellsProgress()) {
      return passed > patience.transferMillis(now);
    }
    if (passed <= patience.bodyMillis()) {
      return false;
    }
    if (now - bytes < passed * patience.leastBytesPerSecond() / 1_000) {
      return true;
    }
    begin(nowMillis, now);
    return false;
  }
}
