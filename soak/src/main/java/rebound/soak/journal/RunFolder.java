package rebound.soak.journal;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// The folder of one run. Files other than the journal, the histogram log and the processes' logs
/// are written under a temporary name and then renamed, so that a reader never sees half of one.
///
/// @param path the folder
public record RunFolder(Path path) {
  private static final DateTimeFormatter STAMP =
      DateTimeFormatter.ofPattern("yyyyMMdd'T'HHmmss'Z'").withZone(ZoneOffset.UTC);

  /// Makes the folder of a new run.
  ///
  /// @param runs folder of all runs
  /// @param startedAt the run's start, which begins its name
  public static RunFolder create(Path runs, Instant startedAt, String plan, String target)
      throws IOException {
    Files.createDirectories(runs);
    String name = STAMP.format(startedAt) + "-" + plan + "-" + target;
    for (int again = 1; ; again++) {
      Path path = runs.resolve(again == 1 ? name : name + "-" + again);
      if (!Files.exists(path)) {
        return new RunFolder(Files.createDirectory(path));
      }
    }
  }

  /// Finds a run by its folder, or the newest one for `latest`.
  ///
  /// @return empty when there is none
  public static Optional<RunFolder> find(Path runs, String nameOrPath) throws IOException {
    if (nameOrPath.equals("latest")) {
      return all(runs).stream().reduce((earlier, later) -> later);
    }
    return Stream.of(Path.of(nameOrPath), runs.resolve(nameOrPath))
        .filter(path -> Files.isRegularFile(path.resolve("journal.ndjson")))
        .findFirst()
        .map(RunFolder::new);
  }

  /// The newest folder that a run or a comparison has made.
  ///
  /// @return empty when there is none
  public static Optional<RunFolder> newest(Path runs) throws IOException {
    if (!Files.isDirectory(runs)) {
      return Optional.empty();
    }
    try (Stream<Path> entries = Files.list(runs)) {
      return entries
          .filter(path -> Files.isRegularFile(path.resolve("plan.yaml")))
          .max(Comparator.comparing(path -> path.getFileName().toString()))
          .map(RunFolder::new);
    }
  }

  /// All runs of a folder, oldest first.
  public static List<RunFolder> all(Path runs) throws IOException {
    if (!Files.isDirectory(runs)) {
      return List.of();
    }
    try (Stream<Path> entries = Files.list(runs)) {
      return entries
          .filter(path -> Files.isRegularFile(path.resolve("journal.ndjson")))
          .map(RunFolder::new)
          .sorted(Comparator.comparing(RunFolder::prefix).thenComparing(RunFolder::again))
          .toList();
    }
  }

  /// The name without the number that tells runs of one second apart.
  private String prefix() {
    return path.getFileName().toString().replaceAll("-\\d{1,4}$", "");
  }

  private int again() {
    String rest = path.getFileName().toString().substring(prefix().length());
    return rest.isEmpty() ? 1 : Integer.parseInt(rest.substring(1));
  }

  /// The journal.
  public Path journal() {
    return path.resolve("journal.ndjson");
  }

  /// The HdrHistogram log.
  public Path histogramLog() {
    return path.resolve("latency.hlog");
  }

  /// Another file of the run.
  public Path file(String name) {
    return path.resolve(name);
  }

  /// Writes a file as a whole.
  public void write(String name, String text) throws IOException {
    Path temporary = path.resolve("." + name + ".tmp");
    Files.writeString(temporary, text, StandardCharsets.UTF_8);
    Files.move(
        temporary,
        path.resolve(name),
        StandardCopyOption.ATOMIC_MOVE,
        StandardCopyOption.REPLACE_EXISTING);
  }
}
