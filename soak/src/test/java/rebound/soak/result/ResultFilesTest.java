package rebound.soak.result;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import rebound.soak.evidence.LadderRecord;
import rebound.soak.evidence.RunRecord;
import rebound.soak.journal.RunFolder;
import rebound.soak.report.VerdictText;

final class ResultFilesTest {
  @TempDir private Path runs;

  @Test
  void everyFileIsMadeFromTheFolderAlone() throws IOException {
    RunFolder folder = SampleRun.write(runs, "one", 1, SampleRun.WHOLE);

    RunRecord run = ResultFiles.write(folder);

    assertThat(names(folder))
        .contains(
            "run.json", "phases.csv", "timeline.csv", "summary.md", "junit.xml", "report.html");
    assertThat(ResultFiles.read(folder)).isEqualTo(run);
  }

  @Test
  void theSameFolderGivesTheSameFiles() throws IOException {
    RunFolder folder = SampleRun.write(runs, "one", 1, SampleRun.WHOLE);
    ResultFiles.write(folder);
    String first = Files.readString(folder.file("report.html"));

    ResultFiles.write(folder);

    assertThat(Files.readString(folder.file("report.html"))).isEqualTo(first);
  }

  @Test
  void thePageNeedsNoNetworkAndReadsWithoutScripts() throws IOException {
    RunFolder folder = SampleRun.write(runs, "one", 1, SampleRun.WHOLE);
    RunRecord run = ResultFiles.write(folder);

    String page = Files.readString(folder.file("report.html"));
    String body = page.replaceAll("(?s)<script.*?</script>|<style.*?</style>", "");

    assertThat(body)
        .contains(
            run.sentences().service(),
            "VERDICT: PASS",
            "responseMillis.p99 in all phases",
            "64 connections",
            "adds up")
        .doesNotContain("src=", "http://", "https://", "<link rel=\"stylesheet\"");
    assertThat(page).contains("default-src 'none'");
  }

  @Test
  void theTimelineHasEverythingThatWasSeen() throws IOException {
    RunFolder folder = SampleRun.write(runs, "one", 1, SampleRun.WHOLE);
    ResultFiles.write(folder);

    String page = Files.readString(folder.file("report.html"));
    assertThat(page)
        .contains(
            "data-timeline=\"rate\"",
            "data-timeline=\"latency\"",
            "data-timeline=\"failures\"",
            "data-timeline=\"connections\"",
            "data-timeline=\"memory\"",
            "data-timeline=\"cpu\"",
            "data-timeline=\"descriptors\"",
            "data-timeline=\"database\"",
            "data-strip=\"liveness\"",
            "data-memory=\"memory\"",
            "\"faults\":[{\"from\":16.0,\"to\":19.0,\"text\":\"latency of 100 ms\"}]",
            "settled at 81 MB");
    assertThat(Files.readString(folder.file("timeline.csv")))
        .contains("database_asked_millis,database_applied_millis,troubles", "reset 1; shed 1");
  }

  @Test
  void theLadderIsAWaterfallWithASentenceEverywhere() throws IOException {
    RunFolder folder = SampleRun.write(runs, "one", 1, SampleRun.WHOLE);
    RunRecord run = ResultFiles.write(folder);

    String sentence = "45.0 MB above the baseline at the end: 20.0 MB kept by the collector";
    assertThat(run.ladder().aboveBytes()).isEqualTo(45_000_000);
    assertThat(run.ladder().steps().stream().mapToLong(LadderRecord.StepRecord::bytes).sum())
        .isEqualTo(45_000_000);
    assertThat(run.ladder().sentence()).startsWith(sentence).contains("5.0 MB direct buffers");
    assertThat(VerdictText.lines(run)).anyMatch(it -> it.startsWith("  held by      " + sentence));
    assertThat(Files.readString(folder.file("report.html"))).contains(sentence, "What holds it");
    assertThat(Files.readString(folder.file("summary.md")))
        .contains(sentence, "| kept by the allocator | 10.0 |");
    assertThat(run.observer().runnerCpuRatio()).isEqualTo(0.012);
  }

  @Test
  void textOfTheRunIsNeverMarkup() throws IOException {
    RunFolder folder = SampleRun.write(runs, "one", 1, SampleRun.WHOLE);
    ResultFiles.write(folder);

    String page = Files.readString(folder.file("report.html"));

    assertThat(page).contains("6.1.0 &lt;&amp;").doesNotContain("<angle>", "6.1.0 <");
  }

  @Test
  void aRunOfOneSecondHasAPage() throws IOException {
    RunFolder folder =
        SampleRun.write(runs, "one", 0.001, List.of(new SampleRun.Part("c64", "load", 1)));

    ResultFiles.write(folder);

    assertThat(Files.readString(folder.file("report.html"))).contains("data-timeline=\"latency\"");
  }

  @Test
  void aDayStaysBelowTwoMegabytes() throws IOException {
    RunFolder folder =
        SampleRun.write(runs, "one", 0.05, List.of(new SampleRun.Part("soak", "soak", 86_400, 20)));

    ResultFiles.write(folder);

    assertThat(Files.size(folder.file("report.html"))).isLessThan(2_000_000);
  }

  @Test
  void aRunThatWasCutOffAnywhereStillHasAPage() throws IOException {
    RunFolder whole = SampleRun.write(runs, "one", 0.1, SampleRun.WHOLE);
    long journal = Files.size(whole.journal());
    long log = Files.size(whole.histogramLog());
    for (int share = 5; share < 100; share += 10) {
      RunFolder cut = new RunFolder(Files.createDirectory(runs.resolve("cut-" + share)));
      copy(whole.file("plan.yaml"), cut.file("plan.yaml"));
      copy(whole.journal(), cut.journal());
      copy(whole.histogramLog(), cut.histogramLog());
      truncate(cut.journal(), journal * share / 100);
      truncate(cut.histogramLog(), log * share / 100);

      RunRecord run = ResultFiles.write(cut);

      assertThat(run.exitCode()).isEqualTo(130);
      assertThat(Files.readString(cut.file("report.html"))).contains("ended early");
    }
  }

  private static void copy(Path from, Path to) throws IOException {
    Files.copy(from, to);
  }

  private static void truncate(Path file, long length) throws IOException {
    try (RandomAccessFile open = new RandomAccessFile(file.toFile(), "rw")) {
      open.setLength(length);
    }
  }

  private static Set<String> names(RunFolder folder) throws IOException {
    try (Stream<Path> files = Files.list(folder.path())) {
      return files.map(it -> it.getFileName().toString()).collect(Collectors.toSet());
    }
  }
}
