package rebound.chaos.hostile;

import rebound.chaos.hostile.swarm.Bounds;
import rebound.chaos.hostile.swarm.Conduct;
import rebound.chaos.hostile.swarm.Line;
import rebound.chaos.hostile.swarm.Tactic;

/// A connection for each request, closed after its answer, again and again.
///
/// @param bounds hard bounds
/// @param path what is asked
public record Churn(Bounds bounds, String path) implements Hostility {
  /// Refuses a path that is no request target.
  public Churn {
    Paths.require(path);
  }

  @Override
  public String kind() {
    return "churn";
  }

  @Override
  public Hostility at(String otherPath) {
    return new Churn(bounds, otherPath);
  }

  @Override
  public Tactic tactic(Addressee to, long seed) {
    byte[] request = Paths.get(to, path, false);
    return () -> new Asking(request, path);
  }

  private static final class Asking implements Conduct {
    private final byte[] request;
    private final String path;

    Asking(byte[] request, String path) {
      this.request = request;
      this.path = path;
    }

    @Override
    public void begin(Line line, long nowNanos) {
      line.send(request);
    }

    @Override
    public Meaning answered(Line line, int status, long nowNanos) {
      return status < 400 ? Meaning.RIGHT : Meaning.WRONG;
    }

    @Override
    public Meaning closed(Line line, boolean reset, long nowNanos) {
      return Meaning.WRONG;
    }

    @Override
    public String words() {
      return "GET " + path + " on a new connection";
    }
  }
}
