package rebound.chaos.hostile;

import java.time.Duration;
import java.util.SplittableRandom;
import rebound.chaos.hostile.swarm.Bounds;
import rebound.chaos.hostile.swarm.Conduct;
import rebound.chaos.hostile.swarm.Line;
import rebound.chaos.hostile.swarm.Tactic;

/// Clients that give up soon and try again: what keeps an overload alive after its cause has gone.
/// They arrive whether or not the target answers. Each try is an attempt of the ledger, and a
/// `retry` too where it repeats one.
///
/// @param bounds hard bounds; the rate is that of first tries
/// @param path what is asked
/// @param timeout how long a client waits for an answer
/// @param retries most repetitions of a request
/// @param backoff how the pauses before them grow
/// @param pause the first pause
/// @param longestPause bound on a pause
/// @param budgetRatio retries allowed for each first try (a token bucket, so that a storm cannot
/// feed itself); 0 allows all
public record RetryStorm(
    Bounds bounds,
    String path,
    Duration timeout,
    int retries,
    Backoff backoff,
    Duration pause,
    Duration longestPause,
    double budgetRatio)
    implements Hostility {
  private static final double MOST_TOKENS = 100;

  /// How pauses grow from one retry to the next.
  public enum Backoff {
    /// Not at all.
    FIXED,
    /// Each twice the one before.
    EXPONENTIAL,
    /// A random part of the exponential pause ("full jitter").
    JITTERED
  }

  /// Refuses a path that is no request target, and numbers that make no sense.
  public RetryStorm {
    Paths.require(path);
    Paths.positive("timeout in nanoseconds", timeout.toNanos());
    Paths.positive("pause in nanoseconds", pause.toNanos());
    if (retries < 0 || retries > 100) {
      throw new IllegalArgumentException("retries is " + retries + ": use 0 to 100");
    }
    if (longestPause.compareTo(pause) < 0) {
      throw new IllegalArgumentException(
          "longestPause is " + longestPause + " and pause " + pause + ": use a longer one");
    }
    if (!(budgetRatio >= 0 && budgetRatio <= 10)) {
      throw new IllegalArgumentException("budget is " + budgetRatio + ": use 0 to 10");
    }
  }

  @Override
  public String kind() {
    return "retry-storm";
  }

  @Override
  public Hostility at(String otherPath) {
    return new RetryStorm(
        bounds, otherPath, timeout, retries, backoff, pause, longestPause, budgetRatio);
  }

  @Override
  public Tactic tactic(Addressee to, long seed) {
    return new Storm(Paths.get(to, path, true), new SplittableRandom(seed));
  }

  /// The pause before a retry in nanoseconds.
  ///
  /// @param retry 1 for the first one
  long pauseNanos(int retry, SplittableRandom random) {
    double longest = longestPause.toNanos();
    double doubled = Math.min(longest, pause.toNanos() * Math.pow(2, retry - 1));
    return switch (backoff) {
      case FIXED -> pause.toNanos();
      case EXPONENTIAL -> (long) doubled;
      case JITTERED -> 1 + (long) (random.nextDouble() * doubled);
    };
  }

  /// The storm of one phase: the budget is shared by all of its clients.
  private final class Storm implements Tactic {
    private final byte[] request;
    private final SplittableRandom random;
    private double tokens = MOST_TOKENS / 10;

    Storm(byte[] request, SplittableRandom random) {
      this.request = request;
      this.random = random;
    }

    @Override
    public Conduct next() {
      tokens = Math.min(MOST_TOKENS, tokens + budgetRatio);
      return new Client(this);
    }

    @Override
    public boolean arrives() {
      return true;
    }

    boolean spend() {
      if (budgetRatio == 0) {
        return true;
      }
      if (tokens < 1) {
        return false;
      }
      tokens--;
      return true;
    }
  }

  private final class Client implements Conduct {
    private final Storm storm;
    private int tried;
    private boolean pausing;

    Client(Storm storm) {
      this.storm = storm;
    }

    @Override
    public void begin(Line line, long nowNanos) {
      pausing = false;
      line.alarm(nowNanos, timeout.toNanos());
      line.send(storm.request);
    }

    @Override
    public void ring(Line line, long nowNanos) {
      if (pausing) {
        line.tryAgain(nowNanos);
        return;
      }
      line.settleTimedOut();
      line.drop();
      if (!pause(line, nowNanos)) {
        line.end();
      }
    }

    @Override
    public Meaning answered(Line line, int status, long nowNanos) {
      if (status < 400) {
        return Meaning.RIGHT;
      }
      line.settleAnswered(status, false);
      return pause(line, nowNanos) ? Meaning.MORE : Meaning.WRONG;
    }

    @Override
    public Meaning closed(Line line, boolean reset, long nowNanos) {
      if (pausing) {
        return Meaning.MORE;
      }
      line.settleBroken(reset);
      return pause(line, nowNanos) ? Meaning.MORE : Meaning.WRONG;
    }

    @Override
    public Meaning unopened(Line line, long nowNanos) {
      return pause(line, nowNanos) ? Meaning.MORE : Meaning.WRONG;
    }

    private boolean pause(Line line, long nowNanos) {
      if (tried >= retries || !storm.spend()) {
        return false;
      }
      tried++;
      pausing = true;
      line.alarm(nowNanos, pauseNanos(tried, storm.random));
      return true;
    }

    @Override
    public boolean keepsConnection() {
      return true;
    }

    @Override
    public String words() {
      return "GET " + path;
    }
  }
}
