package rebound.soak.report;

import java.util.ArrayList;
import java.util.List;
import rebound.soak.evidence.capacity.CapacityRecord;
import rebound.soak.evidence.capacity.ObjectiveRecord;
import rebound.soak.evidence.capacity.TrialRecord;

/// `trials.csv`: a row for each trial of a search, and for each objective a column with the right
/// answers within its limit.
public final class TrialsCsv {
  private static final List<String> HEADER =
      List.of(
          "phase",
          "process",
          "attempt",
          "rate_per_second",
          "seconds",
          "full",
          "planned",
          "good",
          "good_per_second",
          "p50_millis",
          "p99_millis",
          "cpu_millis_per_good",
          "peak_rss_bytes",
          "recovered_seconds",
          "ended_after_seconds",
          "valid");

  private TrialsCsv() {}

  /// The file's text.
  public static String write(CapacityRecord capacity) {
    List<String> names = capacity.objectives().stream().map(ObjectiveRecord::name).toList();
    List<Object> header = new ArrayList<>(HEADER);
    names.forEach(it -> header.add("in_time_" + it.replace('-', '_')));
    StringBuilder csv = new StringBuilder(Csv.line(header));
    for (TrialRecord trial : capacity.trials()) {
      List<Object> cells = new ArrayList<>();
      cells.add(trial.phase());
      cells.add(trial.process());
      cells.add(trial.attempt());
      cells.add(trial.perSecond());
      cells.add(trial.seconds());
      cells.add(trial.full());
      cells.add(trial.planned());
      cells.add(trial.good());
      cells.add(trial.goodPerSecond());
      cells.add(trial.p50Millis());
      cells.add(trial.p99Millis());
      cells.add(trial.cpuMillisPerGood());
      cells.add(trial.peakRssBytes());
      cells.add(trial.recoveredSeconds());
      cells.add(trial.endedAfterSeconds());
      cells.add(trial.valid());
      names.forEach(it -> cells.add(trial.inTime().get(it)));
      csv.append(Csv.line(cells));
    }
    return csv.toString();
  }
}
