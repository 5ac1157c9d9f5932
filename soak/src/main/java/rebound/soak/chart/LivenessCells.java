package rebound.soak.chart;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import rebound.soak.chart.Charts.Strip;
import rebound.soak.evidence.sample.LivenessSample;

/// The worst outcome of each bucket's probes, a row a path. Used by one thread.
final class LivenessCells {
  /// From good to worst.
  private static final String WORSE = " osretx";

  private final TimeGrid grid;
  private final Map<LivenessSample.Path, char[]> cells = new EnumMap<>(LivenessSample.Path.class);

  LivenessCells(TimeGrid grid) {
    this.grid = grid;
  }

  void add(double seconds, LivenessSample sample) {
    char[] row =
        cells.computeIfAbsent(
            sample.path(),
            _ -> {
              char[] blank = new char[grid.buckets()];
              Arrays.fill(blank, ' ');
              return blank;
            });
    int bucket = grid.bucket(seconds);
    char here = letter(sample.outcome());
    if (WORSE.indexOf(here) > WORSE.indexOf(row[bucket])) {
      row[bucket] = here;
    }
  }

  List<Strip> strips() {
    List<Strip> strips = new ArrayList<>();
    cells.forEach((path, row) -> strips.add(new Strip(label(path), new String(row))));
    return strips;
  }

  private static char letter(LivenessSample.Outcome outcome) {
    return switch (outcome) {
      case OK -> 'o';
      case SLOW -> 's';
      case SHED -> 'r';
      case ERROR, RESTARTED -> 'e';
      case TIMEOUT, CONNECT_TIMEOUT, RESET -> 't';
      case REFUSED, GONE -> 'x';
      case INVALID -> ' ';
    };
  }

  private static String label(LivenessSample.Path path) {
    return switch (path) {
      case FRESH -> "new connection";
      case KEPT -> "kept connection";
      case DEPENDENCY -> "through the database";
      case PROCESS -> "process";
    };
  }
}
