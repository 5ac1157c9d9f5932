package rebound.chaos.heal;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import rebound.chaos.network.Bench;

/// A run is killed with SIGKILL during each kind of fault; everything is healed within 5 s.
class CrashIT {
  private static final Duration PROMISE = Duration.ofSeconds(5);
  private static final Path CPU_GROUP = Path.of("/sys/fs/cgroup/cpu");

  private Process victim;
  private Process run;
  private long watchdogPid;

  @AfterEach
  void endWhatIsLeft() {
    for (Process process : new Process[] {run, victim}) {
      if (process != null) {
        process.destroyForcibly();
      }
    }
  }

  @Test
  void aPausedProcessGoesOn() throws Exception {
    ProcessIdentity paused = startVictim();
    startRun("pause", Long.toString(paused.pid()));
    assertThat(paused.isStopped()).isTrue();
    killRun();
    healed(() -> !paused.isStopped());
    assertThat(paused.isAlive()).isTrue();
  }

  @Test
  void aProcessWithoutProcessorTimeGetsItBack() throws Exception {
    assumeTrue(Files.isWritable(CPU_GROUP.resolve("cgroup.procs")), "no writable cpu cgroup");
    ProcessIdentity slowed = startVictim();
    Path membership = Path.of("/proc/" + slowed.pid() + "/cgroup");
    String before = Files.readString(membership);
    startRun("cpu", Long.toString(slowed.pid()));
    assertThat(Files.readString(membership)).contains("rebound-" + run.pid());
    killRun();
    healed(() -> Files.readString(membership).equals(before));
    healed(() -> Files.notExists(CPU_GROUP.resolve("rebound-" + run.pid() + "-1")));
  }

  @Test
  void takenMemoryIsGivenBack() throws Exception {
    startRun("memory");
    ProcessIdentity hog =
        ProcessIdentity.treeOf(run.pid()).stream()
            .filter(process -> commandOf(process.pid()).contains("MemoryHog"))
            .findFirst()
            .orElseThrow();
    killRun();
    healed(() -> !hog.isAlive());
  }

  @Test
  void aProxyOfTheRunIsRemoved() throws Exception {
    try (Bench server = new Bench()) {
      startRun("toxic", server.api().toString());
      assertThat(server.ok("GET", "/proxies", "")).contains("\"ours\"").contains("timeout");
      killRun();
      healed(() -> server.ok("GET", "/proxies", "").equals("{}"));
    }
  }

  @Test
  void aToxicOnAProxyOfOthersIsRemoved() throws Exception {
    try (Bench server = new Bench()) {
      server.proxy("theirs", "127.0.0.1:1");
      startRun("their-toxic", server.api().toString());
      assertThat(server.ok("GET", "/proxies/theirs/toxics", "")).contains("timeout");
      killRun();
      healed(() -> server.ok("GET", "/proxies/theirs/toxics", "").equals("[]"));
    }
  }

  @Test
  void aProxyOfOthersThatWasTakenDownIsUpAgain() throws Exception {
    try (Bench server = new Bench()) {
      server.proxy("theirs", "127.0.0.1:1");
      startRun("their-down", server.api().toString());
      assertThat(server.ok("GET", "/proxies/theirs", "")).contains("\"enabled\":false");
      killRun();
      healed(() -> server.ok("GET", "/proxies/theirs", "").contains("\"enabled\":true"));
    }
  }

  private ProcessIdentity startVictim() throws IOException {
    victim = new ProcessBuilder("sleep", "120").start();
    return ProcessIdentity.of(victim.pid());
  }

  private void startRun(String... arguments) throws IOException {
    ProcessBuilder builder =
        new ProcessBuilder(
                ProcessHandle.current().info().command().orElseThrow(),
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                Harmer.class.getName())
            .redirectError(ProcessBuilder.Redirect.INHERIT);
    builder.command().addAll(java.util.List.of(arguments));
    run = builder.start();
    String ready =
        new BufferedReader(new InputStreamReader(run.getInputStream(), UTF_8)).readLine();
    assertThat(ready).startsWith("ready ");
    watchdogPid = Long.parseLong(ready.split(" ", -1)[1]);
  }

  private void killRun() {
    run.destroyForcibly();
  }

  /// What was promised, and nothing of the run is left either.
  private void healed(Callable<Boolean> isHealed) {
    await().atMost(PROMISE).pollInterval(Duration.ofMillis(20)).until(isHealed);
    await().atMost(PROMISE).until(() -> ProcessHandle.of(watchdogPid).isEmpty());
  }

  private static String commandOf(long pid) {
    try {
      return Files.readString(Path.of("/proc/" + pid + "/cmdline"));
    } catch (IOException gone) {
      return "";
    }
  }
}
