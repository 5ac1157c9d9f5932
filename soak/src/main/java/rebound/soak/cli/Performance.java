package rebound.soak.cli;

import java.io.IOException;
import java.io.PrintWriter;
import picocli.CommandLine.Model.CommandSpec;
import rebound.soak.evidence.RunRecord;
import rebound.soak.journal.RunFolder;
import rebound.soak.report.GithubActions;
import rebound.soak.report.SummaryMarkdown;
import rebound.soak.report.VerdictText;
import rebound.soak.result.ResultFiles;
import rebound.soak.run.Interruption;
import rebound.soak.run.RunRequest;
import rebound.soak.run.Runner;
import rebound.soak.target.StartException;

/// One run from its first line on the terminal to its last.
final class Performance {
  private Performance() {}

  /// A run that came to its end.
  ///
  /// @param folder where it lies
  /// @param run as judged
  record Done(RunFolder folder, RunRecord run) {}

  /// Runs, writes the results and prints the verdict.
  static Done of(
      RunRequest request,
      Interruption interruption,
      CommandSpec spec,
      ProgressMode mode,
      Audience audience)
      throws IOException, InterruptedException, StartException {
    PrintWriter result = spec.commandLine().getOut();
    TablePrinter printer = new TablePrinter(result, spec.commandLine().getErr(), mode);
    audience.opening(request, printer);
    RunFolder folder = new Runner(request, audience.listener(printer), interruption).run();
    RunRecord run = ResultFiles.write(folder);
    VerdictText.lines(run).forEach(result::println);
    result.println("results in " + folder.path());
    audience.ended(SummaryMarkdown.write(run), GithubActions.annotations(run), result);
    return new Done(folder, run);
  }
}
