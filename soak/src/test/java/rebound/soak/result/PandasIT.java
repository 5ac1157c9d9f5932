package rebound.soak.result;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import rebound.soak.journal.RunFolder;

/// The tables of a run are read by pandas with its defaults: numbers are numbers, an absent value
/// is a missing one.
final class PandasIT {
  private static final String READ =
      """
      import pandas, sys
      from pandas.api.types import is_numeric_dtype as number
      phases = pandas.read_csv(sys.argv[1] + "/phases.csv")
      line = pandas.read_csv(sys.argv[1] + "/timeline.csv")
      assert number(phases.throughput_per_second) and number(phases.rss_peak_bytes), phases.dtypes
      assert number(phases.response_p99_millis), phases.dtypes
      assert phases.trusted.dtype == bool, phases.dtypes
      assert phases.population.isna().any(), "a rest has no population"
      words = [c for c in line.columns if not number(line[c])]
      print(len(phases), len(line) > 10, words)
      """;

  @TempDir private Path runs;

  @Test
  void pandasReadsTheTables() throws IOException, InterruptedException {
    assumeTrue(python("import pandas").exitCode() == 0, "python3 has no pandas here");
    RunFolder folder = SampleRun.write(runs, "one", 1, SampleRun.WHOLE);
    ResultFiles.write(folder);

    Said said = python(READ, folder.path().toString());

    assertThat(said.exitCode()).as(said.text()).isZero();
    assertThat(said.text()).contains("True");
  }

  private record Said(int exitCode, String text) {}

  private static Said python(String program, String... arguments)
      throws IOException, InterruptedException {
    List<String> command = new java.util.ArrayList<>(List.of("python3", "-c", program));
    command.addAll(List.of(arguments));
    try {
      Process python = new ProcessBuilder(command).redirectErrorStream(true).start();
      String text = new String(python.getInputStream().readAllBytes(), UTF_8);
      return new Said(python.waitFor(), text);
    } catch (IOException absent) {
      return new Said(127, absent.getMessage());
    }
  }
}
