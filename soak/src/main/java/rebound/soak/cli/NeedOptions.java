package rebound.soak.cli;

import picocli.CommandLine.Option;
import rebound.soak.plan.CapacityPlan.Need;
import rebound.soak.planfile.Units;
import rebound.soak.planfile.UsageException;
import rebound.soak.planfile.YamlFile;

/// The flags that say what has to be carried, and with how much left over.
final class NeedOptions {
  @Option(
      names = "--need",
      required = true,
      paramLabel = "RATE",
      description = "highest rate expected, as in 12000/s: gives instances and memory")
  private String rate;

  @Option(
      names = "--headroom",
      paramLabel = "SHARE",
      defaultValue = "0.3",
      description = "share of each instance's capacity that stays unused; default: 0.3")
  private double headroom;

  @Option(
      names = "--failures",
      paramLabel = "N",
      defaultValue = "1",
      description = "instances that may be down at that rate; default: 1")
  private int failures;

  /// Sets them in a plan's file.
  ///
  /// @throws UsageException when the plan has no use for them
  void set(YamlFile file) {
    if (!file.section().has("capacity")) {
      throw new UsageException(
          "--need goes with a plan that searches a capacity: rebound run capacity --need " + rate);
    }
    file.set("capacity.need.rate", rate, "--need");
    file.set("capacity.need.headroom", String.valueOf(headroom), "--headroom");
    file.set("capacity.need.failures", String.valueOf(failures), "--failures");
  }

  /// The same as a value.
  ///
  /// @throws UsageException when it cannot be meant
  Need need() {
    try {
      return new Need(Units.perSecond(rate), headroom, failures, 1, 1);
    } catch (IllegalArgumentException wrong) {
      throw new UsageException("--need: " + wrong.getMessage());
    }
  }
}
