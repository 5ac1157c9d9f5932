package rebound.soak.result;

import java.io.IOException;
import java.nio.file.Files;
import rebound.soak.chart.Charts;
import rebound.soak.evidence.RunRecord;
import rebound.soak.journal.RunFolder;
import rebound.soak.judge.Judge;
import rebound.soak.page.RunPage;
import rebound.soak.plan.Plan;
import rebound.soak.planfile.PlanReader;
import rebound.soak.planfile.YamlFile;
import rebound.soak.report.JUnitXml;
import rebound.soak.report.OverloadCsv;
import rebound.soak.report.PhasesCsv;
import rebound.soak.report.SummaryMarkdown;
import rebound.soak.report.TimelineCsv;
import rebound.soak.report.TrialsCsv;
import tools.jackson.databind.ObjectMapper;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/// Makes every file of a run from its journal and its plan, after the run or at any later time.
public final class ResultFiles {
  private static final ObjectMapper JSON =
      JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

  private ResultFiles() {}

  /// Judges a run and writes its files.
  ///
  /// @return the judged run
  /// @throws IOException when the folder cannot be read or written
  public static RunRecord write(RunFolder folder) throws IOException {
    Plan plan = plan(folder);
    RunRecord run = Judge.judge(folder, plan);
    folder.write("run.json", JSON.writeValueAsString(run) + "\n");
    folder.write("phases.csv", PhasesCsv.write(run.phases()));
    if (run.capacity() != null) {
      folder.write("trials.csv", TrialsCsv.write(run.capacity()));
    }
    folder.write("summary.md", SummaryMarkdown.write(run));
    folder.write("junit.xml", JUnitXml.write(run));
    TimelineCsv.write(folder);
    if (run.overload() != null) {
      folder.write("overload.csv", OverloadCsv.steps(run.overload()));
    }
    if (run.surface() != null) {
      folder.write("surface.csv", OverloadCsv.cells(run.surface()));
    }
    folder.write("report.html", new RunPage(run, plan.answers(), Charts.read(folder, run)).html());
    return run;
  }

  /// Judges a run without writing anything.
  ///
  /// @throws IOException when the folder cannot be read
  public static RunRecord judge(RunFolder folder) throws IOException {
    return Judge.judge(folder, plan(folder));
  }

  /// The question that a folder's plan answers; empty without one.
  ///
  /// @throws IOException when the folder cannot be read
  public static String answers(RunFolder folder) throws IOException {
    return plan(folder).answers();
  }

  private static Plan plan(RunFolder folder) throws IOException {
    return PlanReader.read(YamlFile.parse("plan.yaml", Files.readString(folder.file("plan.yaml"))));
  }

  /// Reads back a judged run.
  public static RunRecord read(RunFolder folder) throws IOException {
    return JSON.readValue(folder.file("run.json").toFile(), RunRecord.class);
  }
}
