package rebound.chaos.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import rebound.chaos.heal.Fault;
import rebound.chaos.heal.Guardian;
import rebound.chaos.heal.ProcessIdentity;

class ProcessFaultsIT {
  private static final Path CPU_GROUP = Path.of("/sys/fs/cgroup/cpu");

  private Process victim;

  @AfterEach
  void endVictim() {
    if (victim != null) {
      victim.descendants().forEach(ProcessHandle::destroyForcibly);
      victim.destroyForcibly();
    }
  }

  @Test
  void pausesATreeAndLetsItGoOn() throws Exception {
    start("sh", "-c", "sleep 120 & wait");
    await().until(() -> ProcessIdentity.treeOf(victim.pid()).size() == 2);
    List<ProcessIdentity> tree = ProcessIdentity.treeOf(victim.pid());
    Fault pause = Pause.of(tree, Guardian.none());
    for (ProcessIdentity process : tree) {
      await().until(process::isStopped);
    }
    pause.close();
    pause.close();
    for (ProcessIdentity process : tree) {
      await().until(() -> !process.isStopped());
    }
  }

  @Test
  void aPausedProcessThatDiedNeedsNoHealing() throws Exception {
    start("sleep", "120");
    Fault pause = Pause.of(ProcessIdentity.treeOf(victim.pid()), Guardian.none());
    victim.destroyForcibly().waitFor();
    pause.close();
  }

  @Test
  void saysWhenAProcessCannotBePaused() throws Exception {
    start("sleep", "120");
    ProcessIdentity gone = ProcessIdentity.of(victim.pid());
    victim.destroyForcibly().waitFor();
    assertThatThrownBy(() -> Pause.of(List.of(gone), Guardian.none()))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("signal STOP to pid " + gone.pid());
  }

  @Test
  void killsAndStartsAgain() throws Exception {
    start("sleep", "120");
    ProcessIdentity process = ProcessIdentity.of(victim.pid());
    AtomicInteger restarts = new AtomicInteger();
    Fault kill = Kill.of(process, "KILL", Duration.ofSeconds(10), restarts::incrementAndGet);
    assertThat(process.isAlive()).isFalse();
    assertThat(restarts).hasValue(0);
    kill.close();
    kill.close();
    assertThat(restarts).hasValue(1);
  }

  @Test
  void saysWhenAProcessDoesNotEnd() throws Exception {
    start("sh", "-c", "trap '' TERM; while :; do sleep 1; done");
    ProcessIdentity process = ProcessIdentity.of(victim.pid());
    await()
        .until(
            () -> Files.readString(Path.of("/proc/" + victim.pid() + "/status")),
            status -> status.lines().anyMatch(line -> line.matches("SigIgn:.*[4-7c-f]...$")));
    assertThatThrownBy(() -> Kill.of(process, "TERM", Duration.ofMillis(100), () -> {}))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("still there");
  }

  @Test
  void takesProcessorTimeAwayAndGivesItBack() throws Exception {
    assumeTrue(Files.isWritable(CPU_GROUP.resolve("cgroup.procs")), "no writable cpu cgroup");
    start("sh", "-c", "while :; do :; done");
    Path membership = Path.of("/proc/" + victim.pid() + "/cgroup");
    String before = Files.readString(membership);
    Fault quota = CpuQuota.of(ProcessIdentity.treeOf(victim.pid()), 0.1, Guardian.none());
    Path group = Path.of(quota.what().replaceFirst(".* of ", ""));
    try {
      assertThat(Files.readString(membership)).isNotEqualTo(before);
      await()
          .atMost(Duration.ofSeconds(20))
          .until(
              () -> Files.readString(group.resolve("cpu.stat")),
              stat -> stat.matches("(?s).*nr_throttled [1-9].*"));
    } finally {
      quota.close();
    }
    assertThat(group).doesNotExist();
    assertThat(Files.readString(membership)).isEqualTo(before);
  }

  @Test
  void takesMemoryAndGivesItBack() throws Exception {
    long bytes = 64L * 1024 * 1024;
    MemoryPressure pressure = MemoryPressure.of(bytes);
    ProcessIdentity hog = ProcessIdentity.of(pressure.pid());
    try (pressure) {
      String[] statm = Files.readString(Path.of("/proc/" + hog.pid() + "/statm")).split(" ", -1);
      assertThat(Long.parseLong(statm[1]) * 4096).isGreaterThan(bytes);
    }
    assertThat(hog.isAlive()).isFalse();
  }

  private void start(String... command) throws IOException {
    victim = new ProcessBuilder(command).start();
  }
}
