package rebound.soak.run;

import java.util.ArrayList;
import java.util.List;
import rebound.soak.evidence.sample.MachineSample;

/// What was seen of the machine in a phase, in a bounded number of samples: in a phase of hours two
/// neighbours become one, then four. Used by the run's one thread.
final class MachineSeconds {
  /// Two hours in seconds.
  static final int MOST = 7_200;

  private final List<MachineSample> samples = new ArrayList<>();
  private int eachHolds = 1;
  private MachineSample half;
  private int halfHolds;

  void add(MachineSample sample) {
    half = half == null ? sample : half.then(sample);
    halfHolds++;
    if (halfHolds == eachHolds) {
      samples.add(half);
      half = null;
      halfHolds = 0;
      if (samples.size() == MOST) {
        halve();
      }
    }
  }

  List<MachineSample> all() {
    List<MachineSample> all = new ArrayList<>(samples);
    if (half != null) {
      all.add(half);
    }
    return all;
  }

  private void halve() {
    List<MachineSample> joined = new ArrayList<>(MOST / 2);
    for (int i = 0; i < MOST; i += 2) {
      joined.add(samples.get(i).then(samples.get(i + 1)));
    }
    samples.clear();
    samples.addAll(joined);
    eachHolds *= 2;
  }
}
