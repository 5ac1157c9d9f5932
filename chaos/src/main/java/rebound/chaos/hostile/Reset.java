package rebound.chaos.hostile;

import java.util.Arrays;
import java.util.Map;
import java.util.SplittableRandom;
import rebound.chaos.hostile.swarm.Bounds;
import rebound.chaos.hostile.swarm.Conduct;
import rebound.chaos.hostile.swarm.Line;
import rebound.chaos.hostile.swarm.Tactic;
import rebound.chaos.http.RequestBytes;

/// Resets its connection in the middle of an exchange. The target owes it nothing; what it must not
/// do is to keep counting such a request as in flight, which later phases show.
///
/// @param bounds hard bounds
/// @param where at which point it resets
/// @param method of the request, with a JSON string as body where that is usual
/// @param path of the request
/// @param bodyBytes length of the body
public record Reset(Bounds bounds, Where where, String method, String path, int bodyBytes)
    implements Hostility {
  private static final long PAUSE_NANOS = 5_000_000L;

  /// The points of an exchange.
  public enum Where {
    /// Within the request's head.
    MID_HEAD,
    /// Within its body.
    MID_BODY,
    /// With the request sent and no byte of the answer read.
    BEFORE_RESPONSE,
    /// After a first piece of the answer.
    MID_RESPONSE,
    /// One after the other.
    ANY
  }

  /// Refuses a path that is no request target and a negative body.
  public Reset {
    Paths.require(path);
    if (bodyBytes < 0) {
      throw new IllegalArgumentException("bodyBytes is " + bodyBytes + ": use 0 or more");
    }
  }

  @Override
  public String kind() {
    return "reset";
  }

  @Override
  public Hostility at(String otherPath) {
    return new Reset(bounds, where, method, otherPath, bodyBytes);
  }

  @Override
  public Tactic tactic(Addressee to, long seed) {
    byte[] body = bodyBytes == 0 ? new byte[0] : Paths.jsonString(bodyBytes);
    byte[] request =
        RequestBytes.of(
            method,
            path,
            to.authority(),
            to.with(Map.of("Content-Type", "application/json")),
            body,
            true);
    SplittableRandom random = new SplittableRandom(seed);
    return () -> {
      Where point = where == Where.ANY ? Where.values()[random.nextInt(4)] : where;
      return new Leaving(point, cut(request, body.length, point));
    };
  }

  private static byte[] cut(byte[] request, int bodyLength, Where point) {
    int head = request.length - bodyLength;
    return switch (point) {
      case MID_HEAD -> Arrays.copyOf(request, head / 2);
      case MID_BODY -> Arrays.copyOf(request, head + bodyLength / 2);
      case BEFORE_RESPONSE, MID_RESPONSE, ANY -> request;
    };
  }

  private static final class Leaving implements Conduct {
    private final Where point;
    private final byte[] bytes;

    Leaving(Where point, byte[] bytes) {
      this.point = point;
      this.bytes = bytes;
    }

    @Override
    public void begin(Line line, long nowNanos) {
      if (point != Where.MID_HEAD && point != Where.MID_BODY) {
        line.stopReading();
      }
      line.send(bytes);
      if (point == Where.BEFORE_RESPONSE) {
        line.reset();
      } else {
        line.alarm(nowNanos, PAUSE_NANOS);
      }
    }

    @Override
    public void ring(Line line, long nowNanos) {
      if (point == Where.MID_RESPONSE) {
        line.sip(16);
      }
      if (line.isOpen()) {
        line.reset();
      }
    }

    @Override
    public Meaning answered(Line line, int status, long nowNanos) {
      return status < 500 ? Meaning.RIGHT : Meaning.WRONG;
    }

    @Override
    public String words() {
      return "a request whose connection is to be reset";
    }
  }
}
