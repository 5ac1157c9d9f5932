package rebound.chaos.hostile;

import rebound.chaos.hostile.swarm.Bounds;
import rebound.chaos.hostile.swarm.Conduct;
import rebound.chaos.hostile.swarm.Line;
import rebound.chaos.hostile.swarm.Tactic;

/// Sends a great many requests at once on one connection. Right is to answer all of them, or some
/// and then to close.
///
/// @param bounds hard bounds
/// @param path what is asked
/// @param depth how many requests at once
public record Pipelining(Bounds bounds, String path, int depth) implements Hostility {
  /// Refuses a path that is no request target and a depth below 1.
  public Pipelining {
    Paths.require(path);
    Paths.positive("depth", depth);
  }

  @Override
  public String kind() {
    return "pipelining";
  }

  @Override
  public Hostility at(String otherPath) {
    return new Pipelining(bounds, otherPath, depth);
  }

  @Override
  public Tactic tactic(Addressee to, long seed) {
    byte[] request = Paths.get(to, path, true);
    return () -> new Cramming(request, depth);
  }

  private static final class Cramming implements Conduct {
    private final byte[] request;
    private final int depth;
    private int answers;

    Cramming(byte[] request, int depth) {
      this.request = request;
      this.depth = depth;
    }

    @Override
    public void begin(Line line, long nowNanos) {
      line.send(request, depth);
    }

    @Override
    public Meaning answered(Line line, int status, long nowNanos) {
      answers++;
      if (status >= 500 && status != 503) {
        return Meaning.WRONG;
      }
      return answers < depth ? Meaning.MORE : Meaning.RIGHT;
    }

    @Override
    public Meaning closed(Line line, boolean reset, long nowNanos) {
      return answers > 0 ? Meaning.RIGHT : Meaning.WRONG;
    }

    @Override
    public String words() {
      return depth + " requests at once";
    }
  }
}
