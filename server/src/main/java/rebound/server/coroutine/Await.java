package rebound.server.coroutine;

/// How a handler waits for the database: what `--await` names.
public sealed interface Await {
  /// A virtual thread whose scheduler is the connection's own event loop.
  record Coroutine() implements Await {}

  /// A virtual thread on the JDK's scheduler.
  record CoroutinePool() implements Await {}

  /// A platform thread of a pool.
  ///
  /// @param count how many threads the pool has
  record Threads(int count) implements Await {
    /// Refuses a pool without threads.
    public Threads {
      if (count < 1 || count > 10_000) {
        throw new IllegalArgumentException(
            "await: threads-%d has no such pool; use threads-1 to threads-10000".formatted(count));
      }
    }
  }

  /// The I/O thread itself, which serves nobody else meanwhile: the fault to be shown.
  record Blocking() implements Await {}

  /// Continuations, as Node and Bun do it.
  record Callback() implements Await {}

  /// Reads what `--await` says.
  ///
  /// @param text the option's value
  /// @return the strategy
  /// @throws IllegalArgumentException when there is no such strategy
  static Await parse(String text) {
    if (text.startsWith("threads-")) {
      return new Threads(threads(text));
    }
    return switch (text) {
      case "coroutine" -> new Coroutine();
      case "coroutine-pool" -> new CoroutinePool();
      case "blocking" -> new Blocking();
      case "callback" -> new Callback();
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
