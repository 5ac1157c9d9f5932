package rebound.chaos.hostile;

import java.time.Duration;
import rebound.chaos.hostile.swarm.Bounds;
import rebound.chaos.hostile.swarm.Conduct;
import rebound.chaos.hostile.swarm.Line;
import rebound.chaos.hostile.swarm.Tactic;

/// Sends a request's head a few bytes at a time and never ends it (known as slowloris). Right is a
/// 4xx or to close, within the limit.
///
/// @param bounds hard bounds; the limit is the target's head timeout and a second
/// @param path what the request line names
/// @param bytes how many bytes at a time
/// @param every pause between them
public record SlowHeaders(Bounds bounds, String path, int bytes, Duration every)
    implements Hostility {
  private static final String FIELD = "X-Rebound-Slow: abcdefghijklmnopqrstuvwxyz\r\n";

  /// Refuses a path that is no request target, no bytes and no pause.
  public SlowHeaders {
    Paths.require(path);
    Paths.positive("bytes", bytes);
    Paths.positive("every in nanoseconds", every.toNanos());
  }

  @Override
  public String kind() {
    return "slow-headers";
  }

  @Override
  public Hostility at(String otherPath) {
    return new SlowHeaders(bounds, otherPath, bytes, every);
  }

  @Override
  public Tactic tactic(Addressee to, long seed) {
    String head = "GET " + path + " HTTP/1.1\r\n" + to.lines();
    return () -> new Dripping(head);
  }

  private final class Dripping implements Conduct {
    private final String head;
    private int at;

    Dripping(String head) {
      this.head = head;
    }

    @Override
    public void begin(Line line, long nowNanos) {
      ring(line, nowNanos);
    }

    @Override
    public void ring(Line line, long nowNanos) {
      StringBuilder next = new StringBuilder(bytes);
      for (int i = 0; i < bytes; i++, at++) {
        next.append(
            at < head.length()
                ? head.charAt(at)
                : FIELD.charAt((at - head.length()) % FIELD.length()));
      }
      line.alarm(nowNanos, every.toNanos());
      line.send(Paths.ascii(next.toString()));
    }

    @Override
    public Meaning answered(Line line, int status, long nowNanos) {
      return status >= 400 && status < 500 ? Meaning.RIGHT : Meaning.WRONG;
    }

    @Override
    public String words() {
      return "a head sent slowly";
    }
  }
}
