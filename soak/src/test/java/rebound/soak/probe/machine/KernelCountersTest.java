package rebound.soak.probe.machine;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import rebound.soak.evidence.sample.Environment;
import rebound.soak.evidence.sample.Reading;

class KernelCountersTest {
  @TempDir Path proc;

  private void file(String name, String text) throws IOException {
    Path file = proc.resolve(name);
    Files.createDirectories(file.getParent());
    Files.writeString(file, text);
  }

  @Test
  void readsEachCounterFromItsPlace() throws IOException {
    file("stat", "cpu  100 1 50 800 10 2 3 4 0 0\ncpu0 1 1 1 1 1 1 1 1 0 0\n");
    file("vmstat", "pswpin 3\npswpout 4\n");
    file("net/netstat", "TcpExt: A ListenOverflows ListenDrops\nTcpExt: 1 5 6\nIpExt: B\n");
    file("net/sockstat", "sockets: used 13\nTCP: inuse 7 orphan 0 tw 9 alloc 1 mem 17\n");
    file("pressure/cpu", "some avg10=0.36 total=12033063\nfull avg10=0.00 total=0\n");
    file("pressure/memory", "some avg10=0.00 total=1\nfull avg10=0.00 avg60=0.00 total=2\n");
    file("loadavg", "0.22 0.19 0.09 1/99 7\n");

    KernelCounters counters = KernelCounters.read(proc);

    assertThat(counters.cpuTotalNanos()).isEqualTo(Reading.of(9_700_000_000L));
    assertThat(counters.cpuUserSystemNanos()).isEqualTo(Reading.of(1_510_000_000L));
    assertThat(counters.cpuInterruptNanos()).isEqualTo(Reading.of(50_000_000L));
    assertThat(counters.cpuStealNanos()).isEqualTo(Reading.of(40_000_000L));
    assertThat(counters.pressureCpuSomeMicros()).isEqualTo(Reading.of(12_033_063));
    assertThat(counters.pressureMemoryFullMicros()).isEqualTo(Reading.of(2));
    assertThat(counters.swapPages()).isEqualTo(Reading.of(7));
    assertThat(counters.listenOverflows()).isEqualTo(Reading.of(5));
    assertThat(counters.listenDrops()).isEqualTo(Reading.of(6));
    assertThat(counters.timeWaitSockets()).isEqualTo(Reading.of(9));
    assertThat(counters.tcpSockets()).isEqualTo(Reading.of(7));
    assertThat(counters.tcpMemoryBytes()).isEqualTo(Reading.of(17 * 4096));
    assertThat(counters.loadThousandths()).isEqualTo(Reading.of(220));
  }

  @Test
  void aKernelWithoutPressureStallInformationSaysSo() {
    KernelCounters counters = KernelCounters.read(proc);

    assertThat(counters.pressureCpuSomeMicros().json().toString())
        .contains("pressure/cpu", "no such file");
    assertThat(counters.cpuTotalNanos().readable()).isFalse();
    assertThat(counters.swapPages().readable()).isFalse();
  }

  @Test
  void theStallMeterReportsTheWorstAndForgetsItAfterwards() {
    HiccupMeter meter = new HiccupMeter();
    for (int i = 0; i < 99; i++) {
      meter.overshoot(100);
    }
    meter.overshoot(9_000_000);
    meter.canary();

    HiccupMeter.Second second = meter.take();

    assertThat(second.maxNanos()).isEqualTo(9_000_000);
    assertThat(second.p99Nanos()).isEqualTo(9_000_000);
    assertThat(second.canaryNanos()).isPositive();
    assertThat(meter.take()).isEqualTo(new HiccupMeter.Second(0, 0, -1));
  }

  @Test
  void theEnvironmentNamesMachineAndJvm() {
    Environment environment = EnvironmentReader.read(Optional.empty());

    assertThat(environment.facts())
        .containsKeys("cpus", "kernel", "jdk", "collectors", "somaxconn", "transparentHugePages")
        .doesNotContainValue(null);
  }
}
