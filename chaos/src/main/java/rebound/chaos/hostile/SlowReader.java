package rebound.chaos.hostile;

import java.time.Duration;
import java.util.Map;
import rebound.chaos.hostile.swarm.Bounds;
import rebound.chaos.hostile.swarm.Conduct;
import rebound.chaos.hostile.swarm.Line;
import rebound.chaos.hostile.swarm.Tactic;
import rebound.chaos.http.RequestBytes;

/// Asks for more than the buffers between hold and reads it a few bytes at a time, through a tiny
/// receive buffer. Right is to give up on it within the limit.
///
/// @param bounds hard bounds; the limit is the target's patience with a reader and a second
/// @param method `GET`, or `POST` or `PUT` with a JSON string as body that the target echoes
/// @param path what is asked
/// @param bodyBytes length of that JSON string, 0 for none
/// @param requests how often it is asked, all at once
/// @param receiveBufferBytes receive buffer of the connection
/// @param bytes how many bytes are read at a time
/// @param every pause between them
public record SlowReader(
    Bounds bounds,
    String method,
    String path,
    int bodyBytes,
    int requests,
    int receiveBufferBytes,
    int bytes,
    Duration every)
    implements Hostility {

  // Empty lines before a request are to be ignored (RFC 9112 section 2.2), so that they harm no
  // target; but one that has closed answers with a reset. With a full window there is no other way
  // to learn of its end.
  private static final byte[] FEELER = {'\r', '\n'};

  /// Refuses a path that is no request target, and what is not above 0.
  public SlowReader {
    Paths.require(path);
    Paths.positive("requests", requests);
    Paths.positive("receiveBuffer", receiveBufferBytes);
    Paths.positive("bytes", bytes);
    Paths.positive("every in nanoseconds", every.toNanos());
  }

  @Override
  public String kind() {
    return "slow-reader";
  }

  @Override
  public Hostility at(String otherPath) {
    return new SlowReader(
        bounds, method, otherPath, bodyBytes, requests, receiveBufferBytes, bytes, every);
  }

  @Override
  public Tactic tactic(Addressee to, long seed) {
    byte[] request =
        RequestBytes.of(
            method,
            path,
            to.authority(),
            to.with(bodyBytes == 0 ? Map.of() : Map.of("Content-Type", "application/json")),
            bodyBytes == 0 ? new byte[0] : Paths.jsonString(bodyBytes),
            true);
    return new Tactic() {
      @Override
      public Conduct next() {
        return new Sipping(request);
      }

      @Override
      public int receiveBufferBytes() {
        return receiveBufferBytes;
      }
    };
  }

  private final class Sipping implements Conduct {
    private final byte[] request;
    private int answers;

    Sipping(byte[] request) {
      this.request = request;
    }

    @Override
    public void begin(Line line, long nowNanos) {
      line.stopReading();
      line.alarm(nowNanos, every.toNanos());
      line.send(request, requests);
    }

    @Override
    public void ring(Line line, long nowNanos) {
      line.alarm(nowNanos, every.toNanos());
      line.sip(bytes);
      line.send(FEELER);
    }

    @Override
    public Meaning answered(Line line, int status, long nowNanos) {
      if (status >= 500 && status != 503) {
        return Meaning.WRONG;
      }
      answers++;
      return answers == requests || status >= 400 ? Meaning.RIGHT : Meaning.MORE;
    }

    @Override
    public String words() {
      return "an answer read slowly";
    }
  }
}
