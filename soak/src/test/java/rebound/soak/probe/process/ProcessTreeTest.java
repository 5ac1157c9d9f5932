package rebound.soak.probe.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import rebound.soak.evidence.sample.Reading;

class ProcessTreeTest {
  @TempDir Path proc;

  private void process(long pid, long parent, char state, long ticks, long start)
      throws IOException {
    Path directory = Files.createDirectories(proc.resolve(Long.toString(pid)));
    Files.writeString(
        directory.resolve("stat"),
        pid
            + " (odd (name) 1) "
            + state
            + " "
            + parent
            + " 1 1 0 -1 0 0 0 0 0 "
            + ticks
            + " 2 3 4 20 0 1 0 "
            + start
            + " 0 0");
  }

  private void children(long pid, String children) throws IOException {
    Path task = Files.createDirectories(proc.resolve(pid + "/task/" + pid));
    Files.writeString(task.resolve("children"), children);
  }

  private List<Long> pids(ProcessTree tree) {
    return tree.members().stream().map(ProcessIdentity::pid).toList();
  }

  @Test
  void followsTheKernelsListOfChildren() throws IOException {
    process(10, 1, 'S', 100, 5);
    process(11, 10, 'S', 1, 6);
    process(12, 11, 'S', 1, 7);
    children(10, "11 ");
    children(11, "12 ");
    children(12, "");

    assertThat(pids(ProcessTree.of(proc, 10))).containsExactly(10L, 11L, 12L);
  }

  @Test
  void scansParentsWhereTheKernelListsNoChildren() throws IOException {
    process(10, 1, 'S', 100, 5);
    process(11, 10, 'S', 1, 6);
    process(12, 11, 'S', 1, 7);
    process(13, 1, 'S', 1, 8);
    for (long pid = 10; pid <= 13; pid++) {
      Files.createDirectories(proc.resolve(pid + "/task/" + pid));
    }

    assertThat(pids(ProcessTree.of(proc, 10))).containsExactly(10L, 11L, 12L);
  }

  @Test
  void aProcessThatEndedAndWasNotWaitedForHoldsNothing() throws IOException {
    process(10, 1, 'S', 100, 5);
    process(11, 10, 'Z', 1, 6);
    children(10, "11");

    assertThat(pids(ProcessTree.of(proc, 10))).containsExactly(10L);
  }

  @Test
  void anotherProcessWithTheSamePidIsARestart() throws IOException {
    process(10, 1, 'S', 100, 5);
    ProcessTree tree = ProcessTree.of(proc, 10);
    assertThat(tree.state()).isEqualTo(ProcessTree.State.ALIVE);

    process(10, 1, 'S', 100, 99);

    assertThat(tree.state()).isEqualTo(ProcessTree.State.RESTARTED);
    assertThat(tree.members()).isEmpty();
  }

  @Test
  void aMissingRootIsGoneAndItsCpuIsUnreadable() throws IOException {
    process(10, 1, 'S', 100, 5);
    ProcessTree tree = ProcessTree.of(proc, 10);
    Files.delete(proc.resolve("10/stat"));

    assertThat(tree.state()).isEqualTo(ProcessTree.State.GONE);
    assertThat(TreeCpu.nanos(List.of(tree)).readable()).isFalse();
    assertThatThrownBy(() -> ProcessTree.of(proc, 77)).isInstanceOf(IOException.class);
  }

  @Test
  void cpuOfATreeCountsWaitedForChildrenAndOverlappingTreesOnce() throws IOException {
    process(10, 1, 'S', 100, 5);
    process(11, 10, 'S', 10, 6);
    children(10, "11");
    children(11, "");
    ProcessTree outer = ProcessTree.of(proc, 10);
    ProcessTree inner = ProcessTree.of(proc, 11);

    // (100 + 2 + 3 + 4) + (10 + 2 + 3 + 4) ticks of 10 ms
    assertThat(TreeCpu.nanos(List.of(outer, inner))).isEqualTo(Reading.of(1_280_000_000L));
  }

  @Test
  void readsThisProcess() throws IOException {
    ProcessTree tree = ProcessTree.ofThisProcess();

    assertThat(pids(tree)).contains(ProcessHandle.current().pid());
    assertThat(
            TreeCpu.threads(tree).values().stream()
                .map(TreeCpu.ThreadTime::name)
                .collect(Collectors.toSet()))
        .contains("VM Thread");
  }
}
