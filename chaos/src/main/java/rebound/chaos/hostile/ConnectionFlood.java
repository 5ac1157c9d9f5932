package rebound.chaos.hostile;

import java.time.Duration;
import rebound.chaos.hostile.swarm.Bounds;
import rebound.chaos.hostile.swarm.Conduct;
import rebound.chaos.hostile.swarm.Line;
import rebound.chaos.hostile.swarm.Tactic;

/// Opens connections as fast as it may, says nothing, holds each for a while, resets it and opens
/// the next. The target owes these clients nothing: to refuse, close or bear them is all right, and
/// the innocent tell whether it was.
///
/// @param bounds hard bounds
/// @param hold how long a connection is held
public record ConnectionFlood(Bounds bounds, Duration hold) implements Hostility {
  /// Refuses to hold for no time.
  public ConnectionFlood {
    Paths.positive("hold in nanoseconds", hold.toNanos());
  }

  @Override
  public String kind() {
    return "connection-flood";
  }

  @Override
  public Tactic tactic(Addressee to, long seed) {
    return () -> new Holding(hold.toNanos());
  }

  private record Holding(long holdNanos) implements Conduct {
    @Override
    public void begin(Line line, long nowNanos) {
      line.alarm(nowNanos, holdNanos);
    }

    @Override
    public void ring(Line line, long nowNanos) {
      line.reset();
    }

    @Override
    public Meaning answered(Line line, int status, long nowNanos) {
      return Meaning.RIGHT;
    }

    @Override
    public String words() {
      return "a silent connection";
    }
  }
}
