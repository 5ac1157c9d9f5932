package rebound.server.coroutine;

/// How a handler waits for the database: what `--await` names.
///
/// An enum and not a sealed type: a switch over types makes the JDK spin a class at start-up, which
/// no AOT cache keeps.
///
/// @param kind the strategy
/// @param threads how many threads the pool of [Kind#THREADS] has, else 0
public record Await(Kind kind, int threads) {
  /// The strategies.
  public enum Kind {
    /// A virtual thread whose scheduler is the connection's own event loop.
    COROUTINE,
    /// A virtual thread on the JDK's scheduler.
    COROUTINE_POOL,
    /// A platform thread of a pool.
    THREADS,
    /// The I/O thread itself, which serves nobody else meanwhile: the fault to be shown.
    BLOCKING,
    /// Continuations, as Node and Bun do it.
    CALLBACK
  }

  private static final int MOST_THREADS = 10_000;

  /// Refuses a pool without threads.
  public Await {
    if (kind == Kind.THREADS && (threads < 1 || threads > MOST_THREADS)) {
      throw new IllegalArgumentException(
          "await: threads-%d has no such pool; use threads-1 to threads-%d"
              .formatted(threads, MOST_THREADS));
    }
  }

  /// Reads what `--await` says.
  ///
  /// @param text the option's value
  /// @return the strategy
  /// @throws IllegalArgumentException when there is no such strategy
  public static Await parse(String text) {
    if (text.startsWith("threads-")) {
      return new Await(Kind.THREADS, threads(text));
    }
    return switch (text) {
      case "coroutine" -> new Await(Kind.COROUTINE, 0);
      case "coroutine-pool" -> new Await(Kind.COROUTINE_POOL, 0);
      case "blocking" -> new Await(Kind.BLOCKING, 0);
      case "callback" -> new Await(Kind.CALLBACK, 0);
      default -> throw unknown(text);
    };
  }

  private static int threads(String text) {
    try {
      return Integer.parseInt(text.substring("threads-".length()));
    } catch (NumberFormatException e) {
      throw (IllegalArgumentException) unknown(text).initCause(e);
    }
  }

  private static IllegalArgumentException unknown(String text) {
    return new IllegalArgumentException(
        "await: '%s' is no strategy; use coroutine, coroutine-pool, threads-N, blocking or callback"
            .formatted(text));
  }
}
