package rebound.soak.peers;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import rebound.soak.evidence.PhaseRecord;
import rebound.soak.evidence.RunRecord;
import rebound.soak.evidence.Verdict;
import rebound.soak.journal.RunFolder;
import rebound.soak.result.ResultFiles;
import tools.jackson.databind.ObjectMapper;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/// The folder of a comparison: the facts about its entrants, the folders of its single runs, and
/// the files that are made from both, at any time.
public final class PeerFiles {
  private static final ObjectMapper JSON =
      JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();
  private static final String FACTS = "facts.json";
  private static final String RUNS = "runs";
  private static final int PASS = 0;
  private static final int FAIL = 1;
  private static final int INVALID = 3;
  private static final int TARGET_DIED = 5;
  private static final int INTERRUPTED = 130;

  private PeerFiles() {}

  /// The folder of a comparison, or empty where the name is none's.
  ///
  /// @param runs folder of all runs
  /// @param nameOrPath its name, its path, or `latest` where it is the newest of all
  public static Optional<RunFolder> find(Path runs, String nameOrPath) throws IOException {
    if (nameOrPath.equals("latest")) {
      return RunFolder.newest(runs).filter(it -> Files.isRegularFile(it.file(FACTS)));
    }
    return Stream.of(Path.of(nameOrPath), runs.resolve(nameOrPath))
        .filter(path -> Files.isRegularFile(path.resolve(FACTS)))
        .findFirst()
        .map(RunFolder::new);
  }

  /// Where the single runs lie.
  static Path runs(RunFolder folder) {
    return folder.file(RUNS);
  }

  /// Keeps the facts.
  static void keep(RunFolder folder, PeerFacts facts) throws IOException {
    folder.write(FACTS, JSON.writeValueAsString(facts) + "\n");
  }

  /// Makes all files from the facts and the single runs.
  ///
  /// @return the comparison
  public static PeerResult write(RunFolder folder) throws IOException {
    PeerFacts facts = JSON.readValue(folder.file(FACTS).toFile(), PeerFacts.class);
    List<RunFolder> folders = RunFolder.all(runs(folder));
    List<RunRecord> runs = new ArrayList<>();
    for (RunFolder run : folders) {
      runs.add(ResultFiles.write(run));
    }
    PeerResult result = result(facts, runs, folders);
    folder.write("comparison.json", JSON.writeValueAsString(result) + "\n");
    folder.write("comparison.csv", csv(result));
    folder.write("summary.md", markdown(result));
    Map<String, Object> environment =
        runs.isEmpty() ? Map.of() : runs.getFirst().environment().facts();
    folder.write(
        "report.html", PeerSheet.of(result, ResultFiles.answers(folder), environment).html());
    return result;
  }

  /// The comparison as text, a line each.
  public static List<String> lines(PeerResult result) {
    List<String> lines = new ArrayList<>();
    if (result.facts().conform()) {
      PeerTable.of(result).forEach(it -> lines.addAll(PeerTable.lines(it)));
    }
    result.facts().absent().forEach(it -> lines.add("  absent  " + it.target() + ": " + it.why()));
    for (PeerFacts.EntrantFacts entrant : result.facts().entrants()) {
      entrant.differences().forEach(it -> lines.add("  differs  " + entrant.name() + ": " + it));
    }
    lines.add("");
    lines.add("COMPARISON: " + result.verdict().label() + ", " + result.why());
    return lines;
  }

  private static PeerResult result(PeerFacts facts, List<RunRecord> runs, List<RunFolder> folders) {
    Map<String, Map<String, List<PhaseRecord>>> phases = new LinkedHashMap<>();
    for (RunRecord run : runs) {
      for (PhaseRecord phase : run.phases()) {
        if (!phase.populations().isEmpty() || !phase.applicable()) {
          phases
              .computeIfAbsent(phase.name(), name -> new LinkedHashMap<>())
              .computeIfAbsent(run.target(), name -> new ArrayList<>())
              .add(phase);
        }
      }
    }
    List<PeerRow> rows = new ArrayList<>();
    for (Map<String, List<PhaseRecord>> byEntrant : phases.values()) {
      for (PeerFacts.EntrantFacts entrant : facts.entrants()) {
        List<PhaseRecord> rounds = byEntrant.getOrDefault(entrant.name(), List.of());
        if (!rounds.isEmpty() && !rounds.getFirst().kind().equals("warm-up")) {
          rows.add(PeerRow.of(entrant.name(), rounds));
        }
      }
    }
    Ruling ruling = ruling(facts, runs, rows);
    return new PeerResult(
        PeerResult.SCHEMA_VERSION,
        verdict(ruling.exitCode()),
        ruling.exitCode(),
        ruling.why(),
        facts,
        rows,
        folders.stream().map(it -> RUNS + "/" + it.path().getFileName()).toList());
  }

  private record Ruling(int exitCode, String why) {}

  /// Comparisons gate conformance, and that each target answered at all; a figure without one
  /// trusted round is no figure all the same.
  private static Ruling ruling(PeerFacts facts, List<RunRecord> runs, List<PeerRow> rows) {
    if (runs.stream().anyMatch(it -> it.exitCode() == INTERRUPTED)) {
      return new Ruling(INTERRUPTED, "it was interrupted: the rows hold the rounds done so far");
    }
    if (!facts.conform()) {
      return new Ruling(
          FAIL,
          "not all do the work that "
              + facts.reference()
              + " does, so nothing was measured: mend the target, or write none for its route");
    }
    List<String> dead =
        Stream.concat(
                runs.stream().filter(it -> it.exitCode() == TARGET_DIED).map(RunRecord::target),
                facts.absent().stream()
                    .filter(it -> Boolean.TRUE.equals(it.failed()))
                    .map(Entrant.Absent::target))
            .distinct()
            .toList();
    if (!dead.isEmpty()) {
      return new Ruling(TARGET_DIED, "a target died or did not start: " + dead);
    }
    List<PeerRow> applicable = rows.stream().filter(PeerRow::applicable).toList();
    String silent = names(applicable.stream().filter(it -> !it.answered()));
    if (!silent.isEmpty()) {
      return new Ruling(
          FAIL,
          "not one right answer in time from "
              + silent
              + ": see its log in the folder of that run, or write none for its route");
    }
    String untrusted = names(applicable.stream().filter(it -> !it.trusted()));
    if (!untrusted.isEmpty() && !facts.quick()) {
      return new Ruling(
          INVALID, "no round can be trusted of " + untrusted + ": repeat it on a calmer machine");
    }
    return new Ruling(
        PASS,
        "equal work on "
            + facts.entrants().stream().mapToInt(PeerFacts.EntrantFacts::routes).sum()
            + " questions; speeds are compared, not judged"
            + (facts.quick() ? "; a quick look, no figures to keep" : ""));
  }

  private static String names(Stream<PeerRow> rows) {
    return rows.map(it -> it.entrant() + " in " + it.phase()).collect(Collectors.joining(", "));
  }

  private static Verdict verdict(int exitCode) {
    return switch (exitCode) {
      case PASS -> Verdict.PASS;
      case INVALID, INTERRUPTED -> Verdict.INVALID;
      default -> Verdict.FAIL;
    };
  }

  private static String markdown(PeerResult result) {
    PeerFacts facts = result.facts();
    StringBuilder text = new StringBuilder();
    text.append("# ").append(facts.plan()).append(", compared\n\n");
    text.append(result.verdict().label()).append(": ").append(result.why()).append(".\n\n");
    text.append("Started ").append(facts.startedAt()).append(", ").append(facts.rounds());
    text.append(" rounds in turn, seed ").append(facts.seed()).append(", medians.\n");
    text.append(
        "A round marked ? was disturbed and does not count where another can be trusted.\n");
    for (PeerTable.Table table : PeerTable.of(result)) {
      text.append(PeerTable.markdown(table));
    }
    for (PeerFacts.EntrantFacts entrant : facts.entrants()) {
      entrant
          .differences()
          .forEach(it -> text.append("\n- ").append(entrant.name()).append(": ").append(it));
    }
    facts
        .absent()
        .forEach(
            it -> text.append("\n- absent: ").append(it.target()).append(": ").append(it.why()));
    return text.append('\n').toString();
  }

  /// Medians and single rounds, a line each.
  private static String csv(PeerResult result) {
    StringBuilder text =
        new StringBuilder(
            "plan,target,phase,round,trusted,throughputPerSecond,goodputPerSecond,"
                + "responseP50Millis,responseP95Millis,responseP99Millis,eventLoopRatio,cpuSecondsPer100k,"
                + "rssAfterBytes,driverCpuRatio,driverPeakRssBytes,startupMillis,installedBytes,"
                + "runtimeBytes\n");
    for (PeerRow row : result.rows()) {
      if (row.applicable()) {
        text.append(line(result.facts(), row, "median", row.median()));
        for (int i = 0; i < row.rounds().size(); i++) {
          text.append(line(result.facts(), row, String.valueOf(i + 1), row.rounds().get(i)));
        }
      }
    }
    return text.toString();
  }

  private static String line(PeerFacts facts, PeerRow row, String round, PeerRow.Figures of) {
    PeerFacts.EntrantFacts entrant =
        facts.entrants().stream()
            .filter(it -> it.name().equals(row.entrant()))
            .findFirst()
            .orElseThrow();
    Double startup =
        entrant.startupMillis().isEmpty() ? null : PeerRow.Medians.of(entrant.startupMillis());
    return String.join(
            ",",
            facts.plan(),
            row.entrant(),
            row.phase(),
            round,
            String.valueOf(of.trusted()),
            number(of.throughputPerSecond()),
            number(of.goodputPerSecond()),
            number(of.responseP50Millis()),
            number(of.responseP95Millis()),
            number(of.responseP99Millis()),
            number(of.eventLoopRatio()),
            number(of.cpuSecondsPer100k()),
            number(of.rssAfterBytes()),
            number(of.driverCpuRatio()),
            number(of.driverPeakRssBytes()),
            number(startup),
            String.valueOf(entrant.installedBytes()),
            String.valueOf(entrant.runtimeBytes()))
        + "\n";
  }

  private static String number(Double value) {
    if (value == null) {
      return "";
    }
    return value >= 1_000
        ? String.format(Locale.ROOT, "%.0f", value)
        : String.format(Locale.ROOT, "%.3f", value);
  }
}
