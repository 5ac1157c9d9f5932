package rebound.soak.probe.machine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import rebound.soak.evidence.sample.MachineSample;
import rebound.soak.probe.process.ProcessTree;

class MachineProbeIT {
  @Test
  void reportsASecondAfterTheOtherAndEndsWhenClosed() throws IOException {
    ProcessTree self = ProcessTree.ofThisProcess();
    List<MachineSample> samples = new ArrayList<>();
    try (MachineProbe probe = MachineProbe.start(() -> List.of(self))) {
      await()
          .atMost(Duration.ofSeconds(30))
          .until(
              () -> {
                samples.addAll(probe.samples());
                return samples.size() >= 2;
              });
      assertThat(probe.cost().cpuRatio()).isBetween(0.0, 1.0);
    }

    MachineSample sample = samples.get(1);
    assertThat(sample.hiccupMaxNanos()).isGreaterThanOrEqualTo(sample.hiccupP99Nanos());
    assertThat(sample.canaryNanos().amount().orElseThrow()).isPositive();
    assertThat(sample.cpuTotalNanos().amount().orElseThrow()).isPositive();
    assertThat(sample.listenOverflows().amount().orElseThrow()).isNotNegative();
    assertThat(Thread.getAllStackTraces().keySet())
        .noneMatch(thread -> thread.getName().equals("probe-machine"));
  }
}
