package rebound.chaos.load;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.util.List;
import rebound.chaos.measure.DriverReport;

/// Experiments whose times can only be judged when the machine let the driver keep time.
final class Trust {
  private Trust() {}

  /// One go at such an experiment.
  interface Trial {
    /// Runs, and asserts what was measured if the driver trusts it.
    DriverReport run() throws Exception;
  }

  /// Repeats a trial that the driver itself does not trust; a machine that is too busy three times
  /// skips the test, by name.
  static void untilTrusted(Trial trial) throws Exception {
    List<String> reasons = List.of();
    for (int i = 0; i < 3; i++) {
      DriverReport driver = trial.run();
      if (driver.trusted()) {
        return;
      }
      reasons = driver.reasons();
    }
    assumeTrue(false, "the machine is too busy to judge times: " + reasons);
  }
}
