package rebound.chaos.hostile;

import rebound.chaos.hostile.swarm.Bounds;
import rebound.chaos.hostile.swarm.Conduct;
import rebound.chaos.hostile.swarm.Line;
import rebound.chaos.hostile.swarm.Tactic;

/// Sends requests that break HTTP's rules, or bend them, one a connection; a part of them are valid
/// requests with random changes. Right is a 4xx or to close, never a 5xx, silence past the limit,
/// or a second answer to bytes that were no second request.
///
/// @param bounds hard bounds
/// @param path of the requests that are bent
/// @param mutatedRatio share of mutations of valid requests, 0 to 1
public record Malformed(Bounds bounds, String path, double mutatedRatio) implements Hostility {
  // Long enough for a second answer that is under way already.
  private static final long SECOND_ANSWER_NANOS = 50_000_000L;

  /// Refuses a path that is no request target and a share that is none.
  public Malformed {
    Paths.require(path);
    if (!(mutatedRatio >= 0 && mutatedRatio <= 1)) {
      throw new IllegalArgumentException("mutated is " + mutatedRatio + ": use 0 to 1");
    }
  }

  @Override
  public String kind() {
    return "malformed";
  }

  @Override
  public Hostility at(String otherPath) {
    return new Malformed(bounds, otherPath, mutatedRatio);
  }

  @Override
  public Tactic tactic(Addressee to, long seed) {
    MalformedRequests requests = new MalformedRequests(to, path, seed);
    return () -> new Breaking(requests.next(mutatedRatio));
  }

  private static final class Breaking implements Conduct {
    private final MalformedRequests.Sample sample;
    private boolean answered;

    Breaking(MalformedRequests.Sample sample) {
      this.sample = sample;
    }

    @Override
    public void begin(Line line, long nowNanos) {
      line.send(sample.bytes());
    }

    @Override
    public Meaning answered(Line line, int status, long nowNanos) {
      if (answered) {
        return Meaning.WRONG;
      }
      if (!sample.rule().accepts(status)) {
        return Meaning.WRONG;
      }
      if (sample.rule() == MalformedRequests.Rule.REFUSE) {
        answered = true;
        line.alarm(nowNanos, SECOND_ANSWER_NANOS);
        return Meaning.MORE;
      }
      return Meaning.RIGHT;
    }

    @Override
    public void ring(Line line, long nowNanos) {
      line.end();
    }

    @Override
    public String words() {
      return sample.words() + (answered ? ", answered a second time," : "");
    }
  }
}
