package rebound.chaos.hostile;

import java.time.Duration;
import java.util.Arrays;
import rebound.chaos.hostile.swarm.Bounds;
import rebound.chaos.hostile.swarm.Conduct;
import rebound.chaos.hostile.swarm.Line;
import rebound.chaos.hostile.swarm.Tactic;

/// Announces a body and sends it a few bytes at a time. Right is a 4xx or to close, within the
/// limit; an answer that does not wait for the body is right too.
///
/// @param bounds hard bounds; the limit is the target's body timeout and a second
/// @param method `PUT` or `POST`
/// @param path where the body goes
/// @param lengthBytes the announced length
/// @param bytes how many bytes at a time
/// @param every pause between them
public record SlowBody(
    Bounds bounds, String method, String path, long lengthBytes, int bytes, Duration every)
    implements Hostility {

  /// Refuses a path that is no request target, and what is not above 0.
  public SlowBody {
    Paths.require(path);
    Paths.positive("lengthBytes", lengthBytes);
    Paths.positive("bytes", bytes);
    Paths.positive("every in nanoseconds", every.toNanos());
  }

  @Override
  public String kind() {
    return "slow-body";
  }

  @Override
  public Hostility at(String otherPath) {
    return new SlowBody(bounds, method, otherPath, lengthBytes, bytes, every);
  }

  @Override
  public Tactic tactic(Addressee to, long seed) {
    byte[] head =
        Paths.ascii(
            method
                + " "
                + path
                + " HTTP/1.1\r\n"
                + to.lines()
                + "Content-Type: application/json\r\nContent-Length: "
                + lengthBytes
                + "\r\n\r\n");
    // Spaces are legal before any JSON value: no target may refuse the body for its content yet.
    byte[] drop = new byte[bytes];
    Arrays.fill(drop, (byte) ' ');
    return () -> new Dripping(head, drop);
  }

  private final class Dripping implements Conduct {
    private final byte[] head;
    private final byte[] drop;
    private long left = lengthBytes;

    Dripping(byte[] head, byte[] drop) {
      this.head = head;
      this.drop = drop;
    }

    @Override
    public void begin(Line line, long nowNanos) {
      line.alarm(nowNanos, every.toNanos());
      line.send(head);
    }

    @Override
    public void ring(Line line, long nowNanos) {
      if (left > drop.length) {
        left -= drop.length;
        line.alarm(nowNanos, every.toNanos());
        line.send(drop);
      }
    }

    @Override
    public Meaning answered(Line line, int status, long nowNanos) {
      return status < 500 ? Meaning.RIGHT : Meaning.WRONG;
    }

    @Override
    public String words() {
      return "a body sent slowly";
    }
  }
}
