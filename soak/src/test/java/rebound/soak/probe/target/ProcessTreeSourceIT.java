package rebound.soak.probe.target;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import rebound.soak.evidence.sample.Reading;
import rebound.soak.probe.process.ProcessTree;

class ProcessTreeSourceIT {
  @Test
  void memoryOfAChildProcessIsCountedAndGoesWithIt() throws Exception {
    // The shell's child holds 64 MB of text in a variable until its standard input ends.
    Process shell =
        new ProcessBuilder(
                "bash",
                "-c",
                "echo parent; bash -c 'x=$(head -c 64000000 /dev/zero | tr \"\\0\" a); echo held;"
                    + " read -r _'; echo freed; sleep 60")
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    try (var lines = shell.inputReader()) {
      assertThat(lines.readLine()).isEqualTo("parent");
      ProcessTree tree = ProcessTree.of(shell.pid());
      ProcessTreeSource source = new ProcessTreeSource(tree);
      assertThat(lines.readLine()).isEqualTo("held");
      long held = source.sample().residentBytes().amount().orElseThrow();
      assertThat(source.sample().processes()).isEqualTo(2);

      shell.getOutputStream().close();
      assertThat(lines.readLine()).isEqualTo("freed");
      long freed = source.sample().residentBytes().amount().orElseThrow();

      assertThat(held).isGreaterThan(64_000_000);
      assertThat(freed).isLessThan(held - 60_000_000);
    } finally {
      shell.descendants().forEach(ProcessHandle::destroyForcibly);
      shell.destroyForcibly();
    }
    assertThat(shell.waitFor(10, TimeUnit.SECONDS)).isTrue();
  }

  @Test
  void aProcessThatEndedIsUnreadableAndNotZero() throws IOException {
    Process sleeper = new ProcessBuilder("sleep", "60").start();
    ProcessTreeSource source = new ProcessTreeSource(ProcessTree.of(sleeper.pid()));
    assertThat(source.sample().residentBytes().readable()).isTrue();

    sleeper.destroyForcibly();

    await()
        .atMost(Duration.ofSeconds(10))
        .untilAsserted(
            () ->
                assertThat(source.sample().residentBytes())
                    .isEqualTo(Reading.unreadable("process " + sleeper.pid() + " is gone")));
    assertThat(List.of(source.detail(true).pssBytes(), source.detail(true).threads()))
        .noneMatch(Reading::readable);
  }
}
