package rebound.server.overload;

/// What is let in, and where the limits come from.
///
/// @param policy who decides
/// @param fixedLimit what `--admission-limit` says, 0 for none: the limit of fixed and codel
/// @param databaseSlots how many calls the database's connections carry at once
public record Admission(Policy policy, int fixedLimit, int databaseSlots) {
  private static final int LEAST = 20;
  private static final int MOST = 200;
  // A bound for the memory only. Half the limit, as is usual for queues, would refuse bursts that
  // are served within CoDel's target; here CoDel bounds the delay.
  private static final int LONGEST_QUEUE = 10_000;

  /// Refuses limits below nothing.
  public Admission {
    if (fixedLimit < 0) {
      throw new IllegalArgumentException(
          "admission-limit: %d lets nothing in; use 1 or more".formatted(fixedLimit));
    }
    if (databaseSlots < 1) {
      throw new IllegalArgumentException("database slots: %d is none".formatted(databaseSlots));
    }
  }

  /// A lane's gate.
  ///
  /// @param name what it is called in the figures
  /// @param slots how many requests the work behind it can serve at once, on all lanes
  /// @param lanes how many gates share the work
  /// @param clock the time
  public Gate gate(String name, int slots, int lanes, Clock clock) {
    return new Gate(name, limit(slots, lanes, clock), longestQueue(), clock);
  }

  private Limit limit(int slots, int lanes, Clock clock) {
    return switch (policy) {
      case NONE -> new FixedLimit(Integer.MAX_VALUE);
      // Without a queue, twice the slots keep them busy: half of the requests wait behind them.
      case FIXED -> new FixedLimit(share(fixedLimit > 0 ? fixedLimit : 2 * slots, lanes));
      case CODEL -> new FixedLimit(share(fixedLimit > 0 ? fixedLimit : slots, lanes));
      case AIMD -> new AimdLimit(share(LEAST, lanes), share(MOST, lanes));
      case GRADIENT2 -> new Gradient2Limit(clock, share(LEAST, lanes), share(MOST, lanes));
    };
  }

  private int longestQueue() {
    return policy == Policy.CODEL ? LONGEST_QUEUE : 0;
  }

  private static int share(int total, int lanes) {
    return Math.max(1, total / lanes);
  }
}
