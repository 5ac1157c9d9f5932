package rebound.soak.target;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ChildProcessIT {
  @TempDir private Path folder;

  @Test
  void theProcessIdIsTheProgramsOwnAndTheWatchdogIsNotItsChild() throws Exception {
    try (ChildProcess child = start("sleep", "60")) {
      Path comm = Path.of("/proc/" + child.pid() + "/comm");
      await().atMost(10, SECONDS).until(() -> Files.readString(comm).trim().equals("sleep"));

      assertThat(
              Files.readString(
                  Path.of("/proc/" + child.pid() + "/task/" + child.pid() + "/children")))
          .isBlank();
    }
  }

  @Test
  void closingEndsTheProgramAndWhatItStarted() throws Exception {
    ChildProcess child =
        start("sh", "-c", "trap '' TERM; sleep 60 & echo $! > grandchild; wait; sleep 60");
    Path file = folder.resolve("grandchild");
    await().atMost(10, SECONDS).until(() -> Files.exists(file) && Files.size(file) > 1);
    long grandchild = Long.parseLong(Files.readString(file).trim());

    child.close();

    assertThat(child.alive()).isFalse();
    await().atMost(10, SECONDS).until(() -> gone(grandchild));
  }

  @Test
  void keepsTheLastLinesTheExitCodeAndTheLog() throws Exception {
    try (ChildProcess child = start("sh", "-c", "for i in 1 2 3; do echo line $i; done; exit 9")) {
      await().atMost(10, SECONDS).until(() -> !child.alive());
      await().atMost(10, SECONDS).until(() -> child.logTail(2).size() == 2);

      assertThat(child.exitCode()).isEqualTo(Optional.of(9));
      assertThat(child.logTail(2)).containsExactly("line 2", "line 3");
      await()
          .atMost(10, SECONDS)
          .until(() -> Files.readString(folder.resolve("log")).contains("line 3"));
    }
  }

  private ChildProcess start(String... command) throws Exception {
    return ChildProcess.start(
        "test", List.of(command), false, folder, Map.of(), folder.resolve("log"));
  }

  private static boolean gone(long pid) {
    return ProcessHandle.of(pid).map(it -> !it.isAlive()).orElse(true);
  }
}
