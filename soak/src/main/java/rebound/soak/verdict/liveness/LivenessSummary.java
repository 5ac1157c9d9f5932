package rebound.soak.verdict.liveness;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import rebound.soak.evidence.sample.LivenessSample;
import rebound.soak.evidence.sample.LivenessSample.Path;

/// What all probes of a phase say.
///
/// @param paths each path that was probed
/// @param changes of state, by the fresh connection and the process
public record LivenessSummary(Map<Path, PathSummary> paths, List<LivenessState.Change> changes) {
  public LivenessSummary {
    paths = Map.copyOf(paths);
    changes = List.copyOf(changes);
  }

  /// Sums up the probes of a phase, in any order.
  public static LivenessSummary of(List<LivenessSample> samples) {
    Map<Path, List<LivenessSample>> byPath = new EnumMap<>(Path.class);
    samples.forEach(s -> byPath.computeIfAbsent(s.path(), _ -> new ArrayList<>()).add(s));
    Map<Path, PathSummary> paths = new EnumMap<>(Path.class);
    byPath.forEach((path, of) -> paths.put(path, PathSummary.of(of)));
    List<LivenessSample> deciding =
        samples.stream().filter(s -> s.path() == Path.FRESH || s.path() == Path.PROCESS).toList();
    return new LivenessSummary(paths, LivenessState.follow(deciding));
  }

  /// The state that probes planned before an instant decided; empty without one.
  public Optional<LivenessState> stateAt(long nanos) {
    return changes.stream()
        .filter(it -> it.atNanos() < nanos)
        .reduce((_, later) -> later)
        .map(LivenessState.Change::state);
  }

  /// The longest time without life, on the fresh or the kept connection. The way through the
  /// dependency is not the target's life.
  public Optional<Gap> longestGap() {
    return List.of(Path.FRESH, Path.KEPT).stream()
        .map(paths::get)
        .filter(path -> path != null)
        .flatMap(path -> path.longestGap().stream())
        .max(Comparator.comparingLong(Gap::estimateNanos));
  }

  /// The paths by which a kubelet with its defaults (each 10 s, timeout 1 s, three strikes) would
  /// have restarted a pod whose process was there all the time: those not to use as a liveness
  /// probe.
  public List<Path> wouldRestart() {
    return List.of(Path.FRESH, Path.KEPT, Path.DEPENDENCY).stream()
        .filter(path -> paths.containsKey(path) && paths.get(path).wouldRestart())
        .toList();
  }
}
