package rebound.soak.series;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;
import rebound.soak.journal.RunFolder;
import rebound.soak.series.SeriesFacts.Kind;
import rebound.soak.series.SeriesFacts.Member;
import rebound.soak.series.SeriesFacts.Side;
import tools.jackson.databind.ObjectMapper;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/// The folder of a series: `series.json`, which is written after each run so that a crash leaves
/// what
/// was done, and below `runs` each run as any other. Used by one thread.
public final class SeriesFolder {
  static final ObjectMapper JSON =
      JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();
  private static final String FACTS = "series.json";
  private static final String RUNS = "runs";

  private final RunFolder folder;
  private SeriesFacts facts;

  private SeriesFolder(RunFolder folder, SeriesFacts facts) {
    this.folder = folder;
    this.facts = facts;
  }

  /// Makes the folder of a new series.
  ///
  /// @param runs folder of all runs
  /// @param planText the plan as YAML
  public static SeriesFolder create(Path runs, Kind kind, String plan, long seed, String planText)
      throws IOException {
    Instant startedAt = Instant.now().truncatedTo(ChronoUnit.MILLIS);
    RunFolder folder =
        RunFolder.create(runs, startedAt, plan, kind.name().toLowerCase(Locale.ROOT));
    folder.write("plan.yaml", planText);
    SeriesFolder series =
        new SeriesFolder(
            folder, new SeriesFacts(kind, plan, startedAt.toString(), seed, List.of()));
    series.keep();
    return series;
  }

  /// Finds a series by its folder, its name, or `latest` where it is the newest of all.
  public static Optional<SeriesFolder> find(Path runs, String nameOrPath) throws IOException {
    Optional<RunFolder> folder =
        nameOrPath.equals("latest")
            ? RunFolder.newest(runs).filter(it -> Files.isRegularFile(it.file(FACTS)))
            : Stream.of(Path.of(nameOrPath), runs.resolve(nameOrPath))
                .filter(path -> Files.isRegularFile(path.resolve(FACTS)))
                .findFirst()
                .map(RunFolder::new);
    return folder.map(
        it -> new SeriesFolder(it, JSON.readValue(it.file(FACTS).toFile(), SeriesFacts.class)));
  }

  /// Takes a run into the series.
  public void add(int block, Side side, RunFolder run) throws IOException {
    facts = facts.with(new Member(block, side, run.path().getFileName().toString()));
    keep();
  }

  private void keep() throws IOException {
    folder.write(FACTS, JSON.writeValueAsString(facts) + "\n");
  }

  /// The folder itself.
  public RunFolder folder() {
    return folder;
  }

  /// Where its runs lie.
  public Path runs() {
    return folder.file(RUNS);
  }

  /// What is known beside the runs.
  public SeriesFacts facts() {
    return facts;
  }

  RunFolder run(Member member) {
    return new RunFolder(runs().resolve(member.folder()));
  }

  /// The way from the series' page to a run's.
  static String href(Member member) {
    return RUNS + "/" + member.folder() + "/report.html";
  }
}
