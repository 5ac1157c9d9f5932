package rebound.soak.plan;

import java.util.Optional;

/// Which processors the target and the driver are bound to, as `taskset -c` takes them.
///
/// @param target for example `0`
/// @param driver for example `1`
public record Cpus(Optional<String> target, Optional<String> driver) {
  /// Nothing is bound.
  public static final Cpus FREE = new Cpus(Optional.empty(), Optional.empty());

  /// Refuses what is no list of processors.
  public Cpus {
    target.ifPresent(cpus -> requireList("target", cpus));
    driver.ifPresent(cpus -> requireList("driver", cpus));
  }

  private static void requireList(String what, String cpus) {
    if (!cpus.matches("\\d+(-\\d+)?(,\\d+(-\\d+)?)*")) {
      throw new IllegalArgumentException(
          "cpus." + what + " is '" + cpus + "': write processors as in 0 or 0,1 or 0-3");
    }
  }
}
