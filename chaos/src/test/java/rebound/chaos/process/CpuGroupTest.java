package rebound.chaos.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Folders that look like `/proc` and like control groups.
class CpuGroupTest {
  private static final long PID = 42;

  @TempDir private Path root;
  private Path proc;

  @BeforeEach
  void makeProc() throws IOException {
    proc = Files.createDirectories(root.resolve("proc"));
    Files.createDirectories(proc.resolve("self"));
    Files.createDirectories(proc.resolve(Long.toString(PID)));
  }

  @Test
  void findsTheGroupOfVersion1() throws IOException {
    mountinfo("30 29 0:26 / %s rw shared:9 - cgroup cgroup rw,cpu,cpuacct", "v1");
    Files.createDirectories(root.resolve("v1/docker/abc"));
    membership("5:memory:/elsewhere\n4:cpu,cpuacct:/docker/abc\n0::/\n");
    CpuGroup group = CpuGroup.of(proc, PID);
    assertThat(group.version()).isEqualTo(1);
    assertThat(group.home()).isEqualTo(root.resolve("v1/docker/abc"));
    Path limited = group.limited("rebound-1", 0.5, 100_000);
    assertThat(limited).isEqualTo(root.resolve("v1/docker/abc/rebound-1"));
    assertThat(limited.resolve("cpu.cfs_quota_us")).hasContent("50000");
    assertThat(limited.resolve("cpu.cfs_period_us")).hasContent("100000");
    CpuGroup.enter(limited, PID);
    assertThat(CpuGroup.members(limited)).containsExactly(PID);
  }

  @Test
  void makesAGroupBesideTheOneOfVersion2() throws IOException {
    mountinfo("30 29 0:26 / %s rw - cgroup2 cgroup2 rw,nsdelegate", "v2");
    Files.createDirectories(root.resolve("v2/app.slice/web.service"));
    Files.writeString(root.resolve("v2/cgroup.controllers"), "cpuset cpu io memory\n");
    Files.writeString(root.resolve("v2/app.slice/cgroup.subtree_control"), "memory\n");
    membership("0::/app.slice/web.service\n");
    CpuGroup group = CpuGroup.of(proc, PID);
    assertThat(group.version()).isEqualTo(2);
    Path limited = group.limited("rebound-1", 1.5, 100_000);
    assertThat(limited).isEqualTo(root.resolve("v2/app.slice/rebound-1"));
    assertThat(limited.resolve("cpu.max")).hasContent("150000 100000");
    assertThat(root.resolve("v2/app.slice/cgroup.subtree_control")).hasContent("+cpu");
  }

  @Test
  void saysWhenThereIsNone() throws IOException {
    mountinfo("30 29 0:26 / %s rw - cgroup2 cgroup2 rw", "v2");
    Files.createDirectories(root.resolve("v2"));
    Files.writeString(root.resolve("v2/cgroup.controllers"), "memory\n");
    membership("0::/\n");
    assertThatThrownBy(() -> CpuGroup.of(proc, PID))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("no cgroup with the cpu controller is mounted for pid 42");
  }

  private void mountinfo(String line, String mount) throws IOException {
    Files.writeString(
        proc.resolve("self/mountinfo"),
        "22 1 254:0 / / rw - ext4 /dev/root rw\n" + line.formatted(root.resolve(mount)) + "\n");
  }

  private void membership(String lines) throws IOException {
    Files.writeString(proc.resolve(PID + "/cgroup"), lines);
  }
}
