package rebound.soak.run;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Function;
import rebound.soak.evidence.MachineRecord;
import rebound.soak.evidence.sample.MachineSample;
import rebound.soak.evidence.sample.Reading;
import rebound.soak.verdict.trust.MachineCalm;

/// Sums a phase's looks at the machine.
final class MachineTally {
  private MachineTally() {}

  /// The phase's record.
  ///
  /// @param quiet the machine before any load; empty where nobody looked
  static MachineRecord of(List<MachineSample> samples, Optional<MachineCalm> quiet) {
    if (samples.isEmpty()) {
      return new MachineRecord(null, null, null, null, null, null, null, null, null);
    }
    Double total = sum(samples, MachineSample::cpuTotalNanos);
    Double used = sum(samples, MachineSample::cpuUserSystemNanos);
    Double own = sum(samples, MachineSample::ownCpuNanos);
    Double steal = sum(samples, MachineSample::cpuStealNanos);
    Double swap = sum(samples, MachineSample::swapPages);
    Double overflows = sum(samples, MachineSample::listenOverflows);
    return new MachineRecord(
        samples.stream().mapToLong(MachineSample::hiccupP99Nanos).max().getAsLong() / 1e6,
        samples.stream().mapToLong(MachineSample::hiccupMaxNanos).max().getAsLong() / 1e6,
        total == null || used == null || own == null ? null : Math.max(0, used - own) / total,
        total == null || steal == null ? null : steal / total,
        swap == null ? null : swap.longValue(),
        overflows == null ? null : overflows.longValue(),
        canary(MachineCalm.of(samples), quiet),
        pressure(samples, MachineSample::pressureCpuSomeMicros),
        pressure(samples, MachineSample::pressureMemoryFullMicros));
  }

  private static Double canary(MachineCalm here, Optional<MachineCalm> quiet) {
    double before = quiet.isPresent() ? quiet.get().canaryMicros().orElse(0) : 0;
    return before > 0 && here.canaryMicros().isPresent()
        ? here.canaryMicros().getAsDouble() / before
        : null;
  }

  private static Double pressure(
      List<MachineSample> samples, Function<MachineSample, Reading> micros) {
    Double waited = sum(samples, micros);
    return waited == null
        ? null
        : waited * 1e3 / samples.stream().mapToLong(MachineSample::intervalNanos).sum();
  }

  private static Double sum(List<MachineSample> samples, Function<MachineSample, Reading> part) {
    double sum = 0;
    for (MachineSample sample : samples) {
      OptionalLong amount = part.apply(sample).amount();
      if (amount.isEmpty()) {
        return null;
      }
      sum += amount.getAsLong();
    }
    return sum;
  }
}
