package rebound.soak.report;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.stream.Collectors;
import rebound.soak.evidence.sample.LivenessSample;
import rebound.soak.evidence.sample.MachineSample;
import rebound.soak.evidence.sample.MemoryDetail;
import rebound.soak.evidence.sample.Reading;
import rebound.soak.evidence.sample.TargetSample;
import rebound.soak.journal.DatabaseSecond;
import rebound.soak.journal.Event;
import rebound.soak.journal.JournalReader;
import rebound.soak.journal.RunFolder;
import rebound.soak.journal.TrafficSecond;

/// `timeline.csv`: a row a second, written while the journal is read, so that a run of days needs
/// no more memory than one of seconds.
public final class TimelineCsv {
  private static final List<String> HEADER =
      List.of(
          "seconds",
          "phase",
          "attempted_per_second",
          "completed_per_second",
          "good_per_second",
          "shed_per_second",
          "failed_per_second",
          "in_flight",
          "connections",
          "response_p50_millis",
          "response_p99_millis",
          "response_max_millis",
          "service_p50_millis",
          "service_p99_millis",
          "rss_bytes",
          "rss_anon_bytes",
          "rss_file_bytes",
          "file_descriptors",
          "threads",
          "target_cpu_ratio",
          "liveness",
          "hiccup_p99_millis",
          "listen_overflows",
          "database_asked_millis",
          "database_applied_millis",
          "troubles");

  private final Writer out;
  private long originNanos;
  private TargetSample lastTarget;

  private TimelineCsv(Writer out) {
    this.out = out;
  }

  /// Writes the file into a run's folder while reading its journal.
  public static void write(RunFolder folder) throws IOException {
    Path temporary = folder.file(".timeline.csv.tmp");
    try (Writer out = Files.newBufferedWriter(temporary, StandardCharsets.UTF_8)) {
      TimelineCsv csv = new TimelineCsv(out);
      out.write(Csv.line(HEADER));
      JournalReader.read(folder.journal(), csv::take);
    } catch (UncheckedIOException failed) {
      throw failed.getCause();
    }
    Files.move(
        temporary,
        folder.file("timeline.csv"),
        StandardCopyOption.ATOMIC_MOVE,
        StandardCopyOption.REPLACE_EXISTING);
  }

  private void take(Event event) {
    if (event instanceof Event.RunStarted started) {
      originNanos = started.originNanos();
    }
    if (event instanceof Event.Second second) {
      try {
        row(second);
      } catch (IOException full) {
        throw new UncheckedIOException(full);
      }
    }
  }

  private void row(Event.Second second) throws IOException {
    List<Object> cells = new ArrayList<>();
    cells.add((second.atNanos() - originNanos) / 1e9);
    cells.add(second.phase());
    traffic(cells, second.traffic());
    target(cells, second.target(), second.details());
    cells.add(liveness(second.liveness()));
    machine(cells, second.machine());
    DatabaseSecond database = second.database();
    cells.add(database == null ? null : database.askedMillis());
    cells.add(database == null ? null : database.appliedMillis());
    cells.add(troubles(second.traffic()));
    out.write(Csv.line(cells));
  }

  private static void traffic(List<Object> cells, List<TrafficSecond> seconds) {
    if (seconds.isEmpty()) {
      for (int i = 0; i < 12; i++) {
        cells.add(null);
      }
      return;
    }
    double length =
        seconds.stream()
            .filter(it -> it.population().equals(seconds.getFirst().population()))
            .mapToDouble(TrafficSecond::seconds)
            .sum();
    cells.add(sum(seconds, TrafficSecond::attempted) / length);
    cells.add(sum(seconds, TrafficSecond::completed) / length);
    cells.add(sum(seconds, TrafficSecond::good) / length);
    cells.add(sum(seconds, TrafficSecond::shed) / length);
    cells.add(sum(seconds, TrafficSecond::failed) / length);
    cells.add((long) sum(seconds, TrafficSecond::inFlight));
    cells.add((long) sum(seconds, TrafficSecond::connections));
    TrafficSecond first = seconds.getFirst();
    cells.add(first.responseP50Millis());
    cells.add(first.responseP99Millis());
    cells.add(first.responseMaxMillis());
    cells.add(first.serviceP50Millis());
    cells.add(first.serviceP99Millis());
  }

  /// What went wrong by its kind, for example `reset 3; shed 12`; null where nothing did.
  private static String troubles(List<TrafficSecond> seconds) {
    Map<String, Long> kinds = new TreeMap<>();
    for (TrafficSecond second : seconds) {
      if (second.troubles() != null) {
        second.troubles().forEach((kind, count) -> kinds.merge(kind, count, Long::sum));
      }
    }
    return kinds.isEmpty()
        ? null
        : kinds.entrySet().stream()
            .map(it -> it.getKey() + " " + it.getValue())
            .collect(Collectors.joining("; "));
  }

  private static double sum(
      List<TrafficSecond> seconds, java.util.function.ToLongFunction<TrafficSecond> part) {
    return seconds.stream().mapToLong(part).sum();
  }

  private void target(List<Object> cells, List<TargetSample> samples, List<MemoryDetail> details) {
    TargetSample last = samples.isEmpty() ? null : samples.getLast();
    MemoryDetail detail = details.isEmpty() ? null : details.getLast();
    cells.add(last == null ? null : amount(last.residentBytes()));
    cells.add(detail == null ? null : amount(detail.anonBytes()));
    cells.add(detail == null ? null : amount(detail.fileBytes()));
    cells.add(detail == null ? null : amount(detail.fileDescriptors()));
    cells.add(detail == null ? null : amount(detail.threads()));
    cells.add(last == null || lastTarget == null ? null : cpuRatio(last));
    lastTarget = last == null ? lastTarget : last;
  }

  private Double cpuRatio(TargetSample now) {
    Long used = amount(now.cpuNanos().since(lastTarget.cpuNanos()));
    long time = now.atNanos() - lastTarget.atNanos();
    return used == null || time <= 0 ? null : (double) used / time;
  }

  /// The worst outcome of the second's probes, of all paths.
  private static String liveness(List<LivenessSample> samples) {
    return samples.stream()
        .map(LivenessSample::outcome)
        .filter(it -> it != LivenessSample.Outcome.INVALID)
        .max(Enum::compareTo)
        .map(Enum::name)
        .orElse(null);
  }

  private static void machine(List<Object> cells, List<MachineSample> samples) {
    MachineSample last = samples.isEmpty() ? null : samples.getLast();
    cells.add(last == null ? null : last.hiccupP99Nanos() / 1e6);
    cells.add(last == null ? null : amount(last.listenOverflows()));
  }

  private static Long amount(Reading reading) {
    OptionalLong amount = reading.amount();
    return amount.isPresent() ? amount.getAsLong() : null;
  }
}
