package rebound.soak.peers;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import rebound.soak.chart.CeilingPlot;
import rebound.soak.chart.PerformanceMap;
import rebound.soak.chart.PerformanceMap.Place;
import rebound.soak.chart.Plot;
import rebound.soak.page.Fact;
import rebound.soak.page.Sheet;
import rebound.soak.page.Sheet.Cell;
import rebound.soak.page.SheetPage;
import rebound.soak.page.SheetPage.Section;
import rebound.soak.page.SpreadBars;
import rebound.soak.page.SpreadBars.Bar;
import rebound.soak.peers.PeerFacts.EntrantFacts;
import rebound.soak.peers.PeerRow.Figures;

/// A comparison as a page: for each phase the performance map, bars with their spread and the
// table.
final class PeerSheet {
  private PeerSheet() {}

  /// The page.
  ///
  /// @param answers the question that the plan answers
  /// @param environment of the machine, as the first single run saw it; empty where none ran
  static SheetPage of(PeerResult result, String answers, Map<String, Object> environment) {
    PeerFacts facts = result.facts();
    List<Section> sections = new ArrayList<>();
    ceiling(result).ifPresent(sections::add);
    byPhase(result).values().forEach(rows -> sections.add(phase(rows)));
    sections.add(cost(facts));
    if (!facts.absent().isEmpty() || !facts.conform()) {
      sections.add(away(facts));
    }
    return new SheetPage(
        facts.plan() + ", compared",
        result.verdict(),
        result.verdict().label() + ": " + headline(result),
        answers,
        List.of(new Fact("Comparison", result.why() + ".")),
        String.format(
            Locale.ROOT,
            "Started %s, %d rounds of each in turn, seed %d; medians of the rounds that can be"
                + " trusted, %s as the reference.",
            facts.startedAt(),
            facts.rounds(),
            facts.seed(),
            facts.reference()),
        List.of("comparison.json", "comparison.csv", "summary.md", "plan.yaml"),
        sections,
        Fact.of(environment));
  }

  private static String headline(PeerResult result) {
    Map<String, List<PeerRow>> phases = byPhase(result);
    int targets = result.facts().entrants().size();
    return switch (phases.size()) {
      case 0 -> targets + " targets, nothing measured";
      case 1 -> targets + " targets, " + phases.values().iterator().next().getFirst().title();
      default -> targets + " targets under " + phases.size() + " loads";
    };
  }

  private static Map<String, List<PeerRow>> byPhase(PeerResult result) {
    return result.rows().stream()
        .collect(Collectors.groupingBy(PeerRow::phase, LinkedHashMap::new, Collectors.toList()));
  }

  private static Optional<Section> ceiling(PeerResult result) {
    Map<String, List<CeilingPlot.Cell>> cells = new LinkedHashMap<>();
    for (PeerRow row : result.rows()) {
      if (row.ceilingPerSecond() != null && row.median().goodputPerSecond() != null) {
        cells
            .computeIfAbsent(row.entrant(), _ -> new ArrayList<>())
            .add(
                new CeilingPlot.Cell(
                    row.title(), row.ceilingPerSecond(), row.median().goodputPerSecond()));
      }
    }
    if (cells.isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(
        new Section(
            "ceiling-of-all",
            "Against the ceiling",
            "No server can answer more often than its waiting requests over the delay that each"
                + " waits. A target that loses nothing by waiting lies on the dashed line.",
            List.of(CeilingPlot.of(cells)),
            List.of(),
            List.of(ceilingTable(result))));
  }

  private static Sheet ceilingTable(PeerResult result) {
    List<String> names = result.facts().entrants().stream().map(EntrantFacts::name).toList();
    List<String> header = new ArrayList<>(List.of("load", "ceiling/s"));
    header.addAll(names);
    List<List<Cell>> rows = new ArrayList<>();
    byPhase(result)
        .values()
        .forEach(
            phase -> {
              Double ceiling = phase.getFirst().ceilingPerSecond();
              if (ceiling != null) {
                List<Cell> row = new ArrayList<>();
                row.add(Cell.text(phase.getFirst().title()));
                row.add(Cell.number(ceiling));
                names.forEach(name -> row.add(share(phase, name, ceiling)));
                rows.add(row);
              }
            });
    return new Sheet(
        "Right answers in time a second, and their share of the ceiling", header, rows);
  }

  private static Cell share(List<PeerRow> phase, String name, double ceiling) {
    for (PeerRow row : phase) {
      Double answered = row.median().goodputPerSecond();
      if (row.entrant().equals(name) && answered != null) {
        return Cell.figure(
            String.format(Locale.ROOT, "%,.0f (%.1f %%)", answered, 100 * answered / ceiling),
            answered);
      }
    }
    return Cell.figure("–", null);
  }

  private static Section phase(List<PeerRow> rows) {
    PeerRow first = rows.getFirst();
    List<PerformanceMap.Target> targets = new ArrayList<>();
    for (PeerRow row : rows) {
      Place median = place(row.median());
      if (median != null) {
        targets.add(
            new PerformanceMap.Target(
                row.entrant(),
                median,
                row.rounds().stream().map(PeerSheet::place).filter(Objects::nonNull).toList()));
      }
    }
    List<Plot> plots =
        targets.isEmpty() ? List.of() : List.of(PerformanceMap.of("map-" + first.phase(), targets));
    List<SpreadBars> bars = new ArrayList<>();
    bars(bars, "Throughput, req/s", "higher", rows, Figures::throughputPerSecond, 1);
    bars(bars, "99th percentile, ms", "lower", rows, Figures::responseP99Millis, 1);
    bars(bars, "Median, ms", "lower", rows, Figures::responseP50Millis, 1);
    bars(bars, "CPU s/100k responses", "lower", rows, Figures::cpuSecondsPer100k, 1);
    bars(bars, "Resident memory after the load, MB", "lower", rows, Figures::rssAfterBytes, 1e-6);
    bars(bars, "Busiest thread, share of a core", "lower", rows, Figures::eventLoopRatio, 1);
    return new Section(
        "phase-" + first.phase(),
        first.title(),
        "",
        plots,
        bars,
        List.of(
            sheet(
                "All figures, medians; ? marks a round that cannot be trusted",
                PeerTable.load(rows))));
  }

  private static Place place(Figures of) {
    return of.throughputPerSecond() == null || of.responseP99Millis() == null
        ? null
        : new Place(of.throughputPerSecond(), of.responseP99Millis());
  }

  private static void bars(
      List<SpreadBars> all,
      String title,
      String better,
      List<PeerRow> rows,
      Function<Figures, Double> figure,
      double scale) {
    List<Bar> bars = new ArrayList<>();
    for (PeerRow row : rows) {
      Double median = figure.apply(row.median());
      if (median != null) {
        List<Double> rounds =
            row.rounds().stream().map(figure).filter(Objects::nonNull).sorted().toList();
        bars.add(
            new Bar(
                row.entrant(),
                scale * median,
                scale * Math.min(median, rounds.getFirst()),
                scale * Math.max(median, rounds.getLast()),
                row.trusted()));
      }
    }
    if (!bars.isEmpty()) {
      all.add(new SpreadBars(title, better, bars));
    }
  }

  private static Section cost(PeerFacts facts) {
    List<Bar> startup = new ArrayList<>();
    List<Bar> installed = new ArrayList<>();
    for (EntrantFacts entrant : facts.entrants()) {
      List<Double> starts = entrant.startupMillis().stream().sorted().toList();
      if (!starts.isEmpty()) {
        startup.add(
            new Bar(
                entrant.name(),
                PeerRow.Medians.of(starts),
                starts.getFirst(),
                starts.getLast(),
                true));
      }
      double megabytes = entrant.installedBytes() / 1e6;
      installed.add(new Bar(entrant.name(), megabytes, megabytes, megabytes, true));
    }
    List<SpreadBars> bars = new ArrayList<>();
    if (!startup.isEmpty()) {
      bars.add(new SpreadBars("Start-up to the first 200, ms", "lower", startup));
    }
    bars.add(new SpreadBars("Installed for it, MB", "lower", installed));
    return new Section(
        "cost",
        "Before any load",
        "",
        List.of(),
        bars,
        List.of(sheet("Start-up, size and equal work", PeerTable.cost(facts))));
  }

  private static Section away(PeerFacts facts) {
    List<List<Cell>> rows = new ArrayList<>();
    facts
        .absent()
        .forEach(it -> rows.add(List.of(Cell.text(it.target()), Cell.text("absent: " + it.why()))));
    for (EntrantFacts entrant : facts.entrants()) {
      entrant
          .differences()
          .forEach(it -> rows.add(List.of(Cell.text(entrant.name()), Cell.text(it))));
    }
    return new Section(
        "away",
        "Who stays away, and what differs",
        "",
        List.of(),
        List.of(),
        List.of(new Sheet("Absent targets and other answers", List.of("target", "why"), rows)));
  }

  private static Sheet sheet(String caption, PeerTable.Table table) {
    List<List<Cell>> rows = new ArrayList<>();
    for (List<String> row : table.rows()) {
      List<Cell> cells = new ArrayList<>();
      for (int i = 0; i < row.size(); i++) {
        boolean words = i == 0 || i == row.size() - 1;
        cells.add(words ? Cell.text(row.get(i)) : Cell.figure(row.get(i), null));
      }
      rows.add(cells);
    }
    return new Sheet(caption, table.header(), rows);
  }
}
