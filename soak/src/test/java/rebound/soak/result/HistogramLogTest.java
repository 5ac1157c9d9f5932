package rebound.soak.result;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.TreeSet;
import org.HdrHistogram.EncodableHistogram;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogReader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import rebound.soak.journal.RunFolder;

final class HistogramLogTest {
  @TempDir private Path runs;

  @Test
  void hdrHistogramsOwnReaderReadsEverySecondWithItsTag() throws IOException {
    RunFolder folder = SampleRun.write(runs, "one", 1, SampleRun.WHOLE);
    TreeSet<String> tags = new TreeSet<>();
    Histogram responses = new Histogram(3);
    long first = Long.MAX_VALUE;
    try (HistogramLogReader reader = new HistogramLogReader(folder.histogramLog().toFile())) {
      while (reader.hasNext()) {
        EncodableHistogram next = reader.nextIntervalHistogram();
        tags.add(next.getTag());
        first = Math.min(first, next.getStartTimeStamp());
        if (next instanceof Histogram histogram && next.getTag().equals("c64/users/response")) {
          responses.add(histogram);
        }
      }
    }

    assertThat(tags)
        .contains("c64/users/response", "c64/users/service", "recovery/users/response")
        .hasSize(8);
    assertThat(responses.getTotalCount()).isEqualTo(5_000);
    assertThat(first).isEqualTo(Instant.parse("2026-01-02T03:04:06Z").toEpochMilli());
  }
}
