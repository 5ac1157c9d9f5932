package rebound.chaos.hostile;

import java.util.Arrays;
import java.util.SplittableRandom;
import rebound.chaos.hostile.swarm.Bounds;
import rebound.chaos.hostile.swarm.Conduct;
import rebound.chaos.hostile.swarm.Line;
import rebound.chaos.hostile.swarm.Tactic;

/// Sends heads and bodies past any sensible size. Right is a 4xx (413, 414, 431) or to close, each
/// within the limit.
///
/// @param bounds hard bounds
/// @param what which part is too large
/// @param method of requests with a body
/// @param path of the request
/// @param headBytes size of a head that is too large
/// @param bodyBytes size of a body that is too large
public record Oversized(
    Bounds bounds, What what, String method, String path, int headBytes, long bodyBytes)
    implements Hostility {
  private static final int PIECE_BYTES = 16 << 10;

  /// Parts of a request.
  public enum What {
    /// The request line.
    LINE,
    /// One field.
    FIELD,
    /// Thousands of fields.
    FIELDS,
    /// A body whose length is announced.
    BODY,
    /// A chunked body.
    CHUNKED,
    /// Each in its turn.
    ANY
  }

  /// Refuses a path that is no request target, and sizes that are not above 0.
  public Oversized {
    Paths.require(path);
    Paths.positive("headBytes", headBytes);
    Paths.positive("bodyBytes", bodyBytes);
  }

  @Override
  public String kind() {
    return "oversized";
  }

  @Override
  public Hostility at(String otherPath) {
    return new Oversized(bounds, what, method, otherPath, headBytes, bodyBytes);
  }

  @Override
  public Tactic tactic(Addressee to, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    byte[] filling = new byte[PIECE_BYTES];
    Arrays.fill(filling, (byte) ' ');
    return () -> {
      What part = what == What.ANY ? What.values()[random.nextInt(5)] : what;
      return new Swelling(part, to.lines(), filling);
    };
  }

  private final class Swelling implements Conduct {
    private final What part;
    private final String fields;
    private final byte[] filling;

    Swelling(What part, String fields, byte[] filling) {
      this.part = part;
      this.fields = fields;
      this.filling = filling;
    }

    @Override
    public void begin(Line line, long nowNanos) {
      String get = "GET " + path + " HTTP/1.1\r\n" + fields;
      String send = method + " " + path + " HTTP/1.1\r\n" + fields;
      long pieces = Math.ceilDiv(bodyBytes, PIECE_BYTES);
      switch (part) {
        case LINE, ANY -> {
          line.send(Paths.ascii("GET " + path + "?" + "a".repeat(headBytes)));
          line.send(Paths.ascii(" HTTP/1.1\r\n" + fields + "\r\n"));
        }
        case FIELD -> line.send(Paths.ascii(get + "X-A: " + "a".repeat(headBytes) + "\r\n\r\n"));
        case FIELDS ->
            line.send(Paths.ascii(get + "X-A: b\r\n".repeat(headBytes / 8 + 1) + "\r\n"));
        case BODY -> {
          line.send(Paths.ascii(send + "Content-Length: " + pieces * PIECE_BYTES + "\r\n\r\n"));
          line.send(filling, pieces);
        }
        case CHUNKED -> {
          line.send(Paths.ascii(send + "Transfer-Encoding: chunked\r\n\r\n"));
          byte[] chunk = new byte[PIECE_BYTES + 8];
          byte[] size = Paths.ascii(Integer.toHexString(PIECE_BYTES) + "\r\n");
          System.arraycopy(size, 0, chunk, 0, size.length);
          System.arraycopy(filling, 0, chunk, size.length, PIECE_BYTES);
          chunk[size.length + PIECE_BYTES] = '\r';
          chunk[size.length + PIECE_BYTES + 1] = '\n';
          line.send(Arrays.copyOf(chunk, size.length + PIECE_BYTES + 2), pieces);
          line.send(Paths.ascii("0\r\n\r\n"));
        }
      }
    }

    @Override
    public Meaning answered(Line line, int status, long nowNanos) {
      return status >= 400 && status < 500 ? Meaning.RIGHT : Meaning.WRONG;
    }

    @Override
    public String words() {
      return "an oversized " + part.name().toLowerCase(java.util.Locale.ROOT);
    }
  }
}
