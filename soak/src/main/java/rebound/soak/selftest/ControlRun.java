package rebound.soak.selftest;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import rebound.soak.creep.Creep;
import rebound.soak.creep.CreepFinding;
import rebound.soak.evidence.GateRecord;
import rebound.soak.evidence.RunRecord;
import rebound.soak.evidence.Verdict;
import rebound.soak.journal.RunFolder;
import rebound.soak.judge.Judge;
import rebound.soak.plan.Plan;
import rebound.soak.planfile.PlanReader;
import rebound.soak.planfile.YamlFile;
import rebound.soak.run.Interruption;
import rebound.soak.run.RunRequest;
import rebound.soak.run.Runner;
import rebound.soak.target.Home;
import rebound.soak.target.StartException;
import rebound.soak.verdict.trend.Growth;

/// Runs a control the way any run is run, and holds its verdict against the expected one.
final class ControlRun {
  /// A leak's rate has to be right too: within so much of the seeded one.
  private static final double TOLERANCE = 0.3;

  private final Home home;
  private final Path runs;
  private final double scale;
  private final Interruption interruption;

  ControlRun(Home home, Path runs, double scale, Interruption interruption) {
    this.home = home;
    this.runs = runs;
    this.scale = scale;
    this.interruption = interruption;
  }

  Found run(Control control) throws IOException, InterruptedException, StartException {
    if (control.expected() instanceof Expected.Held held) {
      return AllocatorControl.run(control, held, home, runs, scale);
    }
    try (Spinners _ = Spinners.start(control.starved())) {
      return judge(control);
    }
  }

  private Found judge(Control control) throws IOException, InterruptedException, StartException {
    YamlFile file = YamlFile.parse(control.name(), control.plan());
    Plan plan = PlanReader.read(file);
    RunRequest request =
        new RunRequest(
            home,
            plan,
            control.plan(),
            FaultyTarget.level(control.fault(), scale),
            Optional.empty(),
            false,
            false,
            runs,
            Optional.empty());
    RunFolder folder = new Runner(request, new Silent(), interruption).run();
    RunRecord record = Judge.judge(folder, plan);
    return switch (control.expected()) {
      case Expected.OfRun it -> ofRun(control, it.verdict(), it.metric(), "", record);
      case Expected.Missing it -> ofRun(control, Verdict.INVALID, it.metric(), "–", record);
      case Expected.OfGrowth it -> {
        CreepFinding finding = finding(folder, it.metric());
        yield new Found(
            control.name(),
            it.verdicts().contains(finding.verdict()),
            finding.verdict() + ": " + finding.sentence());
      }
      case Expected.Leaks it -> leaks(control, it, finding(folder, "resident memory"));
      case Expected.Held it -> throw new IllegalStateException("no run shows " + it.holder());
    };
  }

  private CreepFinding finding(RunFolder folder, String metric) throws IOException {
    List<CreepFinding> findings = Creep.judge(folder.journal(), scale);
    return findings.stream().filter(it -> it.metric().equals(metric)).findFirst().orElseThrow();
  }

  /// The run's verdict has to be the right one, and for the right reason: a gate on the metric
  /// has it too, with a figure that begins as it must.
  private static Found ofRun(
      Control control, Verdict verdict, String metric, String figure, RunRecord record) {
    Optional<GateRecord> gate =
        record.gates().stream()
            .filter(it -> it.name().startsWith(metric) && it.verdict() == verdict)
            .filter(it -> it.measured().startsWith(figure))
            .findFirst();
    String words =
        record.verdict().label()
            + gate.map(it -> ": " + it.name() + " " + it.measured() + ", " + it.why()).orElse("");
    boolean right = gate.isPresent() && (record.verdict() == verdict || onlyDisturbed(record));
    return new Found(control.name(), right, right ? words : words + "; gates: " + record.gates());
  }

  /// A busy machine makes the whole run INVALID; what the seeded fault's own gate says stands.
  private static boolean onlyDisturbed(RunRecord record) {
    return record.verdict() == Verdict.INVALID
        && record.gates().stream()
            .filter(it -> it.verdict() == Verdict.INVALID)
            .allMatch(it -> it.name().equals("figures can be trusted"));
  }

  private static Found leaks(Control control, Expected.Leaks expected, CreepFinding finding) {
    double each = finding.perThousandRequests() == null ? 0 : finding.perThousandRequests() / 1000;
    boolean near = Math.abs(each - expected.bytesEach()) <= TOLERANCE * expected.bytesEach();
    return new Found(
        control.name(),
        finding.verdict() == Growth.Verdict.LEAK && near,
        String.format(Locale.ROOT, "%s of %.1f KB each", finding.verdict(), each / 1e3));
  }
}
