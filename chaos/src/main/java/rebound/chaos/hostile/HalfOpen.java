package rebound.chaos.hostile;

import rebound.chaos.hostile.swarm.Bounds;
import rebound.chaos.hostile.swarm.Conduct;
import rebound.chaos.hostile.swarm.Line;
import rebound.chaos.hostile.swarm.Tactic;

/// Connects and says nothing, for as long as the target lets it. Right is to close it, or to say
/// 408, within the limit.
///
/// @param bounds hard bounds; the limit is the target's idle timeout and a second
public record HalfOpen(Bounds bounds) implements Hostility {
  @Override
  public String kind() {
    return "half-open";
  }

  @Override
  public Tactic tactic(Addressee to, long seed) {
    return Silent::new;
  }

  private record Silent() implements Conduct {
    @Override
    public void begin(Line line, long nowNanos) {}

    @Override
    public Meaning answered(Line line, int status, long nowNanos) {
      return status < 500 ? Meaning.RIGHT : Meaning.WRONG;
    }

    @Override
    public String words() {
      return "a silent connection";
    }
  }
}
