package rebound.soak.probe.target;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import rebound.soak.evidence.sample.MemoryLimit;

class MemoryLimitsTest {
  @TempDir Path folder;

  private void file(String path, String text) throws IOException {
    Path file = folder.resolve(path);
    Files.createDirectories(file.getParent());
    Files.writeString(file, text);
  }

  private MemoryLimits limits() {
    return new MemoryLimits(folder.resolve("groups"), folder.resolve("proc"));
  }

  @BeforeEach
  void aMachineOf4Gigabytes() throws IOException {
    file("proc/meminfo", "MemTotal:        4000000 kB\nMemFree:         1000000 kB\n");
  }

  @Test
  void theTightestGroupUpToTheRootCounts() throws IOException {
    file("proc/7/cgroup", "0::/a.slice/b.service\n");
    file("groups/a.slice/b.service/memory.max", "max\n");
    file("groups/a.slice/memory.max", "536870912\n");

    assertThat(limits().of(7)).contains(new MemoryLimit(536_870_912, "its control group's"));
  }

  @Test
  void versionOneIsReadToo() throws IOException {
    file("proc/7/cgroup", "5:cpu,cpuacct:/x\n4:memory:/docker/1\n");
    file("groups/memory/docker/1/memory.limit_in_bytes", "268435456\n");
    file("groups/memory/memory.limit_in_bytes", "9223372036854771712\n");

    assertThat(limits().of(7)).contains(new MemoryLimit(268_435_456, "its control group's"));
  }

  @Test
  void aGroupThatIsNamedByItsFolderHasTheSame() throws IOException {
    file("groups/a.slice/b.service/memory.max", "536870912\n");
    file("groups/memory/docker/1/memory.limit_in_bytes", "268435456\n");

    assertThat(limits().of(folder.resolve("groups/a.slice/b.service")))
        .contains(new MemoryLimit(536_870_912, "its control group's"));
    assertThat(limits().of(folder.resolve("groups/memory/docker/1")))
        .contains(new MemoryLimit(268_435_456, "its control group's"));
    assertThat(limits().of(Path.of("/elsewhere")))
        .contains(new MemoryLimit(4_096_000_000L, "the machine's"));
  }

  @Test
  void withoutALimitItIsTheMachine() throws IOException {
    file("proc/7/cgroup", "0::/\n");

    assertThat(limits().of(7)).contains(new MemoryLimit(4_096_000_000L, "the machine's"));
  }

  @Test
  void whatCannotBeReadIsNoLimit() throws IOException {
    Files.delete(folder.resolve("proc/meminfo"));

    assertThat(limits().of(8)).isEmpty();
  }
}
