package rebound.soak.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.util.List;
import picocli.CommandLine.Model.CommandSpec;
import rebound.soak.evidence.RunRecord;
import rebound.soak.journal.RunFolder;
import rebound.soak.run.Interruption;
import rebound.soak.run.RunRequest;
import rebound.soak.series.SeriesFacts.Kind;
import rebound.soak.series.SeriesFacts.Side;
import rebound.soak.series.SeriesFiles;
import rebound.soak.series.SeriesFolder;
import rebound.soak.series.SeriesResult;
import rebound.soak.target.StartException;

/// `rebound run --repeat`: each run as any other, then their medians.
///
/// @param spec of the command
/// @param mode how much is told while a run goes on
/// @param audience that hears of each run
record Repeating(CommandSpec spec, ProgressMode mode, Audience audience) {
  /// Runs each request, compares it with the bases where there are some, and with more than one
  /// time gives the medians.
  ///
  /// @param requests one a target, of one plan
  /// @param times how often each
  /// @param bases the runs to compare with; empty compares nothing
  /// @return the heaviest exit code
  int all(List<RunRequest> requests, int times, List<RunRecord> bases, Interruption interruption)
      throws IOException, InterruptedException, StartException {
    if (times > 1) {
      return repeats(requests, times, bases, interruption);
    }
    int worst = ExitCode.PASS;
    for (RunRequest request : requests) {
      if (!interruption.asked()) {
        Performance.Done done = Performance.of(request, interruption, spec, mode, audience);
        worst = ExitCode.heavier(worst, done.run().exitCode());
        worst = gated(worst, bases, List.of(done.run()), done.folder(), interruption);
      }
    }
    return worst;
  }

  /// In turns, every second round in the reverse order.
  private int repeats(
      List<RunRequest> requests, int times, List<RunRecord> bases, Interruption interruption)
      throws IOException, InterruptedException, StartException {
    RunRequest any = requests.getFirst();
    SeriesFolder series =
        SeriesFolder.create(
            any.runs(), Kind.REPEATS, any.plan().name(), any.plan().seed(), any.planText());
    int worst = ExitCode.PASS;
    for (int round = 1; round <= times && !interruption.asked(); round++) {
      for (RunRequest request : round % 2 == 1 ? requests : requests.reversed()) {
        if (!interruption.asked()) {
          spec.commandLine().getErr().println("run " + round + " of " + times);
          Performance.Done done =
              Performance.of(request.in(series.runs()), interruption, spec, mode, audience);
          series.add(round, Side.RUN, done.folder());
          worst = ExitCode.heavier(worst, done.run().exitCode());
        }
      }
    }
    SeriesResult result = SeriesFiles.write(series);
    print(series, result, spec.commandLine().getOut());
    return gated(worst, bases, result.runs(), series.folder(), interruption);
  }

  private int gated(
      int code,
      List<RunRecord> bases,
      List<RunRecord> done,
      RunFolder folder,
      Interruption interruption)
      throws IOException {
    return bases.isEmpty() || interruption.asked()
        ? code
        : ExitCode.heavier(
            code, Baseline.gate(bases, done, folder, spec.commandLine().getOut(), audience));
  }

  /// Prints a series.
  static void print(SeriesFolder series, SeriesResult result, PrintWriter out) {
    out.println();
    result.lines().forEach(out::println);
    out.println("results in " + series.folder().path());
  }
}
