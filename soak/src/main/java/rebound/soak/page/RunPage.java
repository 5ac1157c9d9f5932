package rebound.soak.page;

import gg.jte.ContentType;
import gg.jte.TemplateEngine;
import gg.jte.output.StringOutput;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import rebound.soak.chart.Charts;
import rebound.soak.evidence.KernelMemoryRecord;
import rebound.soak.evidence.PhaseRecord;
import rebound.soak.evidence.RunRecord;
import rebound.soak.evidence.capacity.ObjectiveRecord;
import rebound.soak.evidence.capacity.TrialRecord;
import rebound.soak.evidence.overload.StepRecord;
import rebound.soak.report.OverloadRow;
import rebound.soak.report.PhaseTable;
import rebound.soak.report.VerdictText;
import tools.jackson.databind.ObjectMapper;
import tools.jackson.databind.json.JsonMapper;

/// `report.html`: the verdict in words, gates, timeline, percentiles, memory return, ledger and
/// environment of one run.
///
/// @param run the judged run
/// @param answers the question that its plan answers
/// @param charts what is drawn
public record RunPage(RunRecord run, String answers, Charts charts) {
  private static final ObjectMapper JSON = JsonMapper.builder().build();
  static final TemplateEngine TEMPLATES =
      TemplateEngine.createPrecompiled(
          null, ContentType.Html, RunPage.class.getClassLoader(), RunPage.class.getPackageName());

  /// The whole page.
  public String html() {
    StringOutput out = new StringOutput(1 << 18);
    TEMPLATES.render("run.jte", Map.of("page", this), out);
    return out.toString();
  }

  String headline() {
    return VerdictText.headline(run);
  }

  /// What the plan's experiment answers, above what is said of every run.
  List<Fact> found() {
    List<Fact> found = new ArrayList<>();
    if (run.capacity() != null) {
      run.capacity().objectives().forEach(it -> found.add(new Fact(it.name(), it.sentence())));
    }
    if (run.overload() != null) {
      List<String> names = List.of("Capacity", "Past it");
      List<String> said = run.overload().sentences();
      for (int i = 0; i < Math.min(names.size(), said.size()); i++) {
        found.add(new Fact(names.get(i), said.get(i)));
      }
    }
    return found;
  }

  String errors(int phase) {
    return PhaseTable.errors(run.phases().get(phase));
  }

  /// True where the plan names a delay that bounds what any server can do.
  boolean hasCeiling() {
    return run.surface() == null && run.phases().stream().anyMatch(it -> it.ceilingRatio() != null);
  }

  /// Width of a phase's bar, in percent of the ceiling.
  String ceilingCss(PhaseRecord phase) {
    return String.format(Locale.ROOT, "%.2f", 100 * Math.clamp(phase.ceilingRatio(), 0, 1));
  }

  List<LedgerBars> ledgers() {
    return LedgerBars.of(run);
  }

  List<LadderBars> waterfall() {
    return LadderBars.of(run.ladder());
  }

  /// What a control group counted at the end, which resident memory does not show; empty where the
  /// target is watched by other means.
  String controlGroup() {
    KernelMemoryRecord kernel =
        run.phases().isEmpty() ? null : run.phases().getLast().memory().kernel();
    return kernel == null || kernel.workingSetBytes() == null
        ? ""
        : String.format(
            Locale.ROOT,
            "At the end the control group counted a working set of %s MB and %s MB of sockets; its"
                + " highest was %s MB.",
            Words.megabytes(kernel.workingSetBytes()),
            Words.megabytes(kernel.socketBytes()),
            Words.megabytes(kernel.peakBytes()));
  }

  /// What watching cost, in a sentence.
  String watching() {
    return VerdictText.cost(run.observer());
  }

  List<Fact> facts() {
    return Fact.of(run.environment().facts());
  }

  List<SearchPlot> searchPlots() {
    return SearchPlot.of(run.capacity());
  }

  /// Objectives that a trial kept, or why it says nothing.
  String kept(TrialRecord trial) {
    if (!trial.valid()) {
      return "INVALID: " + String.join("; ", trial.reasons());
    }
    List<String> kept =
        run.capacity().objectives().stream()
            .filter(it -> SearchPlot.kept(it, trial))
            .map(ObjectiveRecord::name)
            .toList();
    return kept.isEmpty() ? "none" : String.join(", ", kept);
  }

  /// All offered loads: steps, the way up, the way down.
  List<StepRecord> loads() {
    List<StepRecord> loads = new ArrayList<>(run.overload().steps());
    loads.addAll(run.overload().up());
    loads.addAll(run.overload().down().reversed());
    return loads;
  }

  String way(StepRecord step) {
    String way =
        step.phase().startsWith("up-") ? "up " : step.phase().startsWith("down-") ? "down " : "";
    return OverloadRow.title(way, step);
  }

  HeatMap heatMap() {
    return HeatMap.of(run.surface());
  }

  /// What the scripts draw, safe to stand in an element of the page.
  String chartsJson() {
    return json(charts);
  }

  /// Anything as JSON that may stand in an element of a page.
  static String json(Object value) {
    return JSON.writeValueAsString(value).replace("<", "\\u003c");
  }
}
