package rebound.soak.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import rebound.soak.journal.RunFolder;
import rebound.soak.matrix.MatrixFiles;
import rebound.soak.matrix.MatrixResult;
import rebound.soak.matrix.MatrixRun;
import rebound.soak.matrix.MatrixTable;
import rebound.soak.plan.MatrixVariant;
import rebound.soak.planfile.UsageException;
import rebound.soak.run.Interruption;
import rebound.soak.run.RunRequest;

/// `rebound run PLAN --matrix`: the plan setting by setting, and one table.
final class MatrixOption {
  private static final String ALL = "all";

  private MatrixOption() {}

  /// The plan's variants that the command line names.
  ///
  /// @param names comma-separated, or `all`
  /// @throws UsageException where the plan has none, or not these
  static List<MatrixVariant> chosen(RunRequest request, String names) {
    List<MatrixVariant> all = request.plan().matrix();
    if (all.isEmpty()) {
      throw new UsageException(
          "--matrix: plan "
              + request.plan().name()
              + " has no matrix; memory-return has one, and a plan file can name its own");
    }
    if (request.quick()) {
      throw new UsageException(
          "--matrix and --quick: what memory does needs time; shorten it with --set, as in"
              + " --set phases.rest.duration=20s --set repeat.times=3");
    }
    if (names.equals(ALL)) {
      return all;
    }
    List<MatrixVariant> chosen = new ArrayList<>();
    for (String name : names.split(",", -1)) {
      chosen.add(
          all.stream()
              .filter(it -> it.name().equals(name))
              .findFirst()
              .orElseThrow(
                  () ->
                      new UsageException(
                          "--matrix is '"
                              + names
                              + "': there is no setting '"
                              + name
                              + "'; use all, or some of "
                              + all.stream().map(MatrixVariant::name).toList())));
    }
    return chosen;
  }

  /// Runs it and prints the table.
  ///
  /// @return the exit code
  static int run(
      RunRequest request,
      List<MatrixVariant> variants,
      Interruption interruption,
      PrintWriter out,
      PrintWriter err,
      ProgressMode mode)
      throws IOException, InterruptedException {
    // Single runs are progress here: the result is the matrix's own table.
    PrintWriter progress =
        mode == ProgressMode.NONE ? new PrintWriter(PrintWriter.nullWriter()) : err;
    TablePrinter printer = new TablePrinter(progress, err, mode);
    return print(
        new MatrixRun(request, interruption, printer::opening, printer).run(variants), out);
  }

  /// Makes a matrix's files and prints it.
  static int print(RunFolder folder, PrintWriter out) throws IOException {
    MatrixResult result = MatrixFiles.write(folder);
    MatrixTable.lines(result).forEach(out::println);
    out.println("results in " + folder.path());
    return result.exitCode();
  }
}
