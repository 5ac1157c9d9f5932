package rebound.soak.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import rebound.soak.evidence.MachineRecord;
import rebound.soak.evidence.sample.MachineSample;
import rebound.soak.evidence.sample.Reading;
import rebound.soak.verdict.trust.MachineCalm;

class MachineTallyTest {
  private static final Reading NONE = Reading.unreadable("not read here");

  @Test
  void holdsTheCanaryAgainstTheQuietMachineAndSharesThePressure() {
    MachineCalm quiet = MachineCalm.of(List.of(second(Reading.of(200_000), NONE)));

    MachineRecord record =
        MachineTally.of(
            List.of(
                second(Reading.of(250_000), Reading.of(100_000)),
                second(Reading.of(250_000), Reading.of(300_000))),
            Optional.of(quiet));

    assertThat(record.canaryRatio()).isEqualTo(1.25);
    assertThat(record.cpuPressureRatio()).isEqualTo(0.2);
    assertThat(record.memoryPressureRatio()).isZero();
  }

  @Test
  void withoutAQuietMachineOrPressureItSaysNothing() {
    MachineRecord record =
        MachineTally.of(List.of(second(Reading.of(250_000), NONE)), Optional.empty());

    assertThat(record.canaryRatio()).isNull();
    assertThat(record.cpuPressureRatio()).isNull();
  }

  private static MachineSample second(Reading canaryNanos, Reading cpuSomeMicros) {
    return new MachineSample(
        1_000_000_000L,
        0,
        1_000_000_000L,
        0,
        0,
        canaryNanos,
        NONE,
        NONE,
        NONE,
        NONE,
        NONE,
        cpuSomeMicros,
        Reading.of(0),
        NONE,
        NONE,
        NONE,
        NONE,
        NONE,
        NONE,
        NONE);
  }
}
