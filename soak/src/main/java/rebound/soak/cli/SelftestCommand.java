package rebound.soak.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import rebound.soak.planfile.UsageException;
import rebound.soak.run.Interruption;
import rebound.soak.selftest.AaStudy;
import rebound.soak.selftest.CapacityStudy;
import rebound.soak.selftest.Found;
import rebound.soak.selftest.Selftest;
import rebound.soak.target.Home;

/// `rebound selftest`: seeded faults, each with the verdict that it must get.
@Command(
    name = "selftest",
    description = {
      "Runs seeded faults; each must get its verdict.",
      "",
      "Runs servers with seeded faults; each must get its verdict, a wrong one exits 1."
    },
    mixinStandardHelpOptions = true,
    sortOptions = false,
    footer = {
      "",
      "Examples:",
      "  rebound selftest",
      "  rebound selftest --only hang --only leak-per-request",
      "  rebound selftest --aa 10",
      "  rebound selftest --capacity 10"
    })
final class SelftestCommand implements Callable<Integer> {
  private final Home home;

  @Spec private CommandSpec spec;

  @Option(names = "--only", paramLabel = "CONTROL", description = "this one; repeatable")
  private List<String> only = new ArrayList<>();

  @Option(
      names = "--scale",
      paramLabel = "N",
      defaultValue = "60",
      description = "soaks last 45 min / N, leaks are N times as fast; default: ${DEFAULT-VALUE}")
  private double scale;

  @Option(
      names = "--aa",
      paramLabel = "PAIRS",
      description =
          "compares a server with itself in so many pairs, and tells how often that alarms")
  private Integer pairs;

  @Option(
      names = "--capacity",
      paramLabel = "N",
      description =
          "searches a known capacity so many times, about 3 min each, and holds what it finds"
              + " against a simulation of the same arrivals")
  private Integer searches;

  @Option(
      names = "--trial",
      paramLabel = "TIME",
      defaultValue = "10s",
      description = "length of a trial of --capacity; default: ${DEFAULT-VALUE}")
  private String trial;

  @Option(names = "--keep", paramLabel = "DIR", description = "keeps the runs in this folder")
  private Path keep;

  SelftestCommand(Home home) {
    this.home = home;
  }

  @Override
  public Integer call() throws Exception {
    for (String name : only) {
      if (!Selftest.names().contains(name)) {
        throw new UsageException(
            "--only is '" + name + "': use one of " + String.join(", ", Selftest.names()));
      }
    }
    Path runs = keep == null ? Files.createTempDirectory("rebound-selftest") : keep;
    Interruption interruption = new Interruption();
    try (InterruptOnSignal _ = InterruptOnSignal.install(interruption)) {
      int code =
          searches != null
              ? capacity(runs, interruption)
              : pairs == null ? controls(runs, interruption) : study(runs, interruption);
      return interruption.asked() ? ExitCode.INTERRUPTED : code;
    } catch (IllegalArgumentException wrong) {
      throw new UsageException(wrong.getMessage());
    } finally {
      if (keep == null) {
        delete(runs);
      }
    }
  }

  private int controls(Path runs, Interruption interruption) throws InterruptedException {
    PrintWriter out = spec.commandLine().getOut();
    Selftest selftest = new Selftest(home, runs, scale, interruption);
    List<Found> found =
        selftest.run(
            name -> only.isEmpty() || only.contains(name),
            it ->
                out.printf(
                    Locale.ROOT,
                    "%-6s %-20s wanted %s; got %s%n",
                    it.right() ? "right" : "WRONG",
                    it.control(),
                    selftest.wanted(it.control()),
                    it.words()));
    long wrong = found.stream().filter(it -> !it.right()).count();
    out.println(
        wrong == 0
            ? "SELFTEST: PASS, " + found.size() + " controls got the verdict they must get"
            : "SELFTEST: FAIL, " + wrong + " of " + found.size() + " got a wrong verdict");
    return wrong == 0 ? ExitCode.PASS : ExitCode.FAIL;
  }

  private int study(Path runs, Interruption interruption) throws Exception {
    PrintWriter out = spec.commandLine().getOut();
    AaStudy.Result result = AaStudy.run(home, runs, pairs, interruption, out::println);
    out.println(result.sentence());
    return result.right() ? ExitCode.PASS : ExitCode.FAIL;
  }

  private int capacity(Path runs, Interruption interruption) throws Exception {
    PrintWriter out = spec.commandLine().getOut();
    CapacityStudy.Result result =
        CapacityStudy.run(
            home,
            runs,
            searches,
            trial,
            interruption,
            line -> {
              out.println(line);
              out.flush();
            });
    out.println(result.sentence());
    return result.right() ? ExitCode.PASS : ExitCode.FAIL;
  }

  private static void delete(Path folder) throws IOException {
    try (Stream<Path> all = Files.walk(folder)) {
      for (Path path : all.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(path);
      }
    }
  }
}
