package rebound.soak.probe.target;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import rebound.soak.evidence.sample.MemoryDetail;
import rebound.soak.evidence.sample.Reading;
import rebound.soak.evidence.sample.TargetMark;
import rebound.soak.probe.process.ProcessTree;
import rebound.soak.probe.process.TreeCpu.ThreadTime;

class SourcesTest {
  @TempDir Path directory;

  private void file(String name, String text) throws IOException {
    Files.writeString(directory.resolve(name), text);
  }

  @Test
  void aVersionTwoGroupLeavesPageCacheOutOfResidentMemory() throws IOException {
    file("memory.current", "51000000\n");
    file("memory.peak", "60000000\n");
    file("memory.swap.current", "0\n");
    file("pids.current", "17\n");
    file("cpu.stat", "usage_usec 2500\nuser_usec 2000\n");
    file(
        "memory.stat",
        "anon 1800\nfile 49000000\nsock 77\nshmem 5\nfile_mapped 200\ninactive_file 40000000\n");

    CgroupSource source = CgroupSource.at(directory);
    MemoryDetail detail = source.detail(true);

    assertThat(source.sample().residentBytes()).isEqualTo(Reading.of(2000));
    assertThat(source.sample().cpuNanos()).isEqualTo(Reading.of(2_500_000));
    assertThat(detail.workingSetBytes()).isEqualTo(Reading.of(11_000_000));
    assertThat(detail.peakBytes()).isEqualTo(Reading.of(60_000_000));
    assertThat(detail.socketBytes()).isEqualTo(Reading.of(77));
    assertThat(detail.threads()).isEqualTo(Reading.of(17));
    assertThat(detail.pssBytes().readable()).isFalse();
  }

  @Test
  void aVersionOneGroupIsReadByItsTotals() throws IOException {
    file("memory.usage_in_bytes", "900\n");
    file("memory.max_usage_in_bytes", "1000\n");
    file("memory.kmem.tcp.usage_in_bytes", "8\n");
    file("tasks", "1\n2\n3\n");
    Files.createDirectory(directory.resolve("child"));
    Files.writeString(directory.resolve("child/tasks"), "4\n");
    file(
        "memory.stat",
        """
        rss 1
        total_rss 500
        total_cache 300
        total_shmem 0
        total_mapped_file 40
        total_inactive_file 250
        total_swap 0
        """);

    CgroupSource source = CgroupSource.at(directory);
    MemoryDetail detail = source.detail(false);

    assertThat(source.sample().residentBytes()).isEqualTo(Reading.of(540));
    assertThat(source.sample().cpuNanos().readable()).isFalse();
    assertThat(detail.workingSetBytes()).isEqualTo(Reading.of(650));
    assertThat(detail.threads()).isEqualTo(Reading.of(4));
  }

  @Test
  void aDirectoryThatIsNoControlGroupIsRefusedWithTheRemedy() {
    assertThatThrownBy(() -> CgroupSource.at(directory))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("memory.current")
        .hasMessageContaining("give the directory");
  }

  @Test
  void aMetricIsFoundByNameOrWithItsLabels() {
    PrometheusSource.Page page =
        new PrometheusSource.Page(
            """
            # TYPE process_resident_memory_bytes gauge
            process_resident_memory_bytes 1.234e+08
            process_resident_memory_bytes_total 5
            area{area="heap",} 3 1700000000
            area{area="nonheap",} 4.0
            process_cpu_seconds_total 1.5
            """,
            "");

    assertThat(page.get("process_resident_memory_bytes", 1)).isEqualTo(Reading.of(123_400_000));
    assertThat(page.get("area", 1)).isEqualTo(Reading.of(7));
    assertThat(page.get("area{area=\"heap\",}", 1)).isEqualTo(Reading.of(3));
    assertThat(page.get("process_cpu_seconds_total", 1e9)).isEqualTo(Reading.of(1_500_000_000));
    assertThat(page.get("nothing", 1))
        .isEqualTo(Reading.unreadable("no metric nothing on the page"));
  }

  @Test
  void anAddressWithoutAMetricIsRefusedWithAnExample() {
    assertThatThrownBy(() -> PrometheusSource.at("http://127.0.0.1:1/metrics"))
        .hasMessageContaining("URL#METRIC");
  }

  @Test
  void theBusiestThreadIsCountedFromTheMarkBefore() {
    TargetProbe.Busiest busiest =
        TargetProbe.busiest(
            Map.of("1/1", new ThreadTime("main", 900), "1/2", new ThreadTime("loop", 100)),
            Map.of(
                "1/1", new ThreadTime("main", 910),
                "1/2", new ThreadTime("loop", 400),
                "1/3", new ThreadTime("young", 50)));

    assertThat(busiest).isEqualTo(new TargetProbe.Busiest("loop", Reading.of(300)));
  }

  @Test
  void thisProcessHasMemoryOfEveryKind() throws IOException {
    ProcessTree tree = ProcessTree.ofThisProcess();
    ProcessTreeSource source = new ProcessTreeSource(tree);
    MemoryDetail detail = source.detail(true);
    long resident = source.sample().residentBytes().amount().orElseThrow();

    assertThat(resident).isGreaterThan(10_000_000);
    assertThat(detail.anonBytes().amount().orElseThrow()).isPositive();
    assertThat(detail.ussBytes().amount().orElseThrow())
        .isLessThanOrEqualTo(detail.pssBytes().amount().orElseThrow());
    assertThat(detail.threads().amount().orElseThrow()).isGreaterThan(3);
    assertThat(detail.fileDescriptors().amount().orElseThrow()).isGreaterThan(2);
  }

  @Test
  void aMarkIsTakenOnTheCallersThreadAndTheProbeEndsWhenClosed() throws IOException {
    ProcessTree tree = ProcessTree.ofThisProcess();
    TargetMark mark;
    try (TargetProbe probe = TargetProbe.start(new ProcessTreeSource(tree), Optional.of(tree))) {
      mark = probe.mark("c64");
      assertThat(probe.samples()).isNotEmpty();
      assertThat(probe.cost().lost()).isZero();
    }

    assertThat(mark.phase()).isEqualTo("c64");
    assertThat(mark.residentBytes().readable()).isTrue();
    assertThat(mark.costNanos()).isPositive();
    assertThat(Thread.getAllStackTraces().keySet())
        .noneMatch(thread -> thread.getName().equals("probe-target"));
  }
}
