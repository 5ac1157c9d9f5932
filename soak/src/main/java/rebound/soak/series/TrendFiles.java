package rebound.soak.series;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import rebound.soak.compare.PrimaryMetric;
import rebound.soak.evidence.RunRecord;
import rebound.soak.journal.RunFolder;
import rebound.soak.planfile.UsageException;
import rebound.soak.result.ResultFiles;
import tools.jackson.core.JacksonException;

/// All runs of a folder as `trend.html` and `trend.csv` beside them.
public final class TrendFiles {
  private static final Logger LOG = LoggerFactory.getLogger(TrendFiles.class);

  private TrendFiles() {}

  /// Writes the files.
  ///
  /// @param runs a folder that holds runs' folders
  /// @return the same in words, a line each
  /// @throws UsageException where it holds none
  public static List<String> write(Path runs) throws IOException {
    List<RunRow> rows = new ArrayList<>();
    List<String> unread = new ArrayList<>();
    for (RunFolder folder : RunFolder.all(runs)) {
      String name = folder.path().getFileName().toString();
      try {
        rows.add(new RunRow(name + "/report.html", name, read(folder)));
      } catch (IOException | JacksonException | UsageException | IllegalArgumentException torn) {
        LOG.warn("{} is left out: {}", name, torn.getMessage());
        unread.add(name + ": " + torn.getMessage());
      }
    }
    if (rows.isEmpty()) {
      throw new UsageException(
          runs + " holds no run that can be read: name a run, or a folder of runs");
    }
    Trend trend = new Trend(rows, unread);
    replace(runs.resolve("trend.html"), trend.page().html());
    replace(runs.resolve("trend.csv"), csv(rows));
    List<String> lines = new ArrayList<>(trend.lines());
    lines.add(rows.size() + " runs in " + runs.resolve("trend.html"));
    return lines;
  }

  /// What was judged stands in `run.json`; what was not, or by another version, is judged again.
  private static RunRecord read(RunFolder folder) throws IOException {
    if (Files.isRegularFile(folder.file("run.json"))) {
      try {
        return ResultFiles.read(folder);
      } catch (JacksonException | IOException older) {
        LOG.info("{} is judged again: its run.json is older", folder.path().getFileName());
        LOG.debug("what run.json said", older);
      }
    }
    return ResultFiles.write(folder);
  }

  private static String csv(List<RunRow> rows) {
    StringBuilder text = new StringBuilder("run,plan,target,started_at,verdict,");
    text.append(
        PrimaryMetric.ALL.stream()
            .map(it -> it.name().replace(' ', '_'))
            .collect(Collectors.joining(",")));
    text.append(",settled_ratio\n");
    for (RunRow row : rows) {
      RunRecord run = row.run();
      text.append(
          String.join(
              ",", row.words(), run.plan(), run.target(), run.startedAt(), run.verdict().name()));
      PrimaryMetric.ALL.forEach(it -> text.append(',').append(number(row.figure(it))));
      text.append(',').append(number(run.memoryReturn().settledRatio())).append('\n');
    }
    return text.toString();
  }

  private static String number(Double value) {
    return value == null ? "" : String.format(Locale.ROOT, "%.4f", value);
  }

  private static void replace(Path file, String text) throws IOException {
    Path temporary = file.resolveSibling("." + file.getFileName() + ".tmp");
    Files.writeString(temporary, text, StandardCharsets.UTF_8);
    Files.move(
        temporary, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
  }
}
