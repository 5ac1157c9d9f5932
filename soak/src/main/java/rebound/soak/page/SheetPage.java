package rebound.soak.page;

import gg.jte.output.StringOutput;
import java.util.List;
import java.util.Map;
import rebound.soak.chart.Plot;
import rebound.soak.evidence.Verdict;

/// A page of sections that is not about one run: a comparison, repeats, a trend. Words, plots, bars
/// and tables, one file, no network.
///
/// @param what the page is about, a few words above its headline
/// @param verdict gives the headline its colour and sign
/// @param headline the finding
/// @param question what it answers; empty without
/// @param sentences the finding in detail, each under a name
/// @param facts when and how it was made, a sentence
/// @param files names of files beside the page
/// @param sections in their order
/// @param environment the machine; empty where it differs
public record SheetPage(
    String what,
    Verdict verdict,
    String headline,
    String question,
    List<Fact> sentences,
    String facts,
    List<String> files,
    List<Section> sections,
    List<Fact> environment) {

  /// Copies the lists.
  public SheetPage {
    sentences = List.copyOf(sentences);
    files = List.copyOf(files);
    sections = List.copyOf(sections);
    environment = List.copyOf(environment);
  }

  /// A part of the page with a heading of its own.
  ///
  /// @param id matches `[a-z0-9-]+`, one of its kind on the page
  /// @param title the heading
  /// @param words what is shown; empty without
  /// @param plots charts, which need scripts
  /// @param bars bars with their spread
  /// @param tables tables
  public record Section(
      String id,
      String title,
      String words,
      List<Plot> plots,
      List<SpreadBars> bars,
      List<Sheet> tables) {
    /// Copies the lists.
    public Section {
      plots = List.copyOf(plots);
      bars = List.copyOf(bars);
      tables = List.copyOf(tables);
    }
  }

  /// The whole page.
  public String html() {
    StringOutput out = new StringOutput(1 << 17);
    RunPage.TEMPLATES.render("sheet.jte", Map.of("page", this), out);
    return out.toString();
  }

  boolean hasPlots() {
    return sections.stream().anyMatch(it -> !it.plots().isEmpty());
  }

  /// What the scripts draw: no timeline, only plots with an axis of their own.
  String chartsJson() {
    List<Plot> plots = sections.stream().flatMap(it -> it.plots().stream()).toList();
    return RunPage.json(
        Map.of(
            "seconds",
            List.of(),
            "bucketSeconds",
            1,
            "phases",
            List.of(),
            "faults",
            List.of(),
            "marks",
            List.of(),
            "strips",
            List.of(),
            "timeline",
            List.of(),
            "free",
            plots));
  }
}
