package rebound.soak.terminal;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import rebound.soak.evidence.sample.LivenessSample;
import rebound.soak.evidence.sample.LivenessSample.Outcome;
import rebound.soak.evidence.sample.TargetSample;
import rebound.soak.journal.Event;
import rebound.soak.journal.TrafficSecond;

/// What a run does now, as a few lines: how far the phase is, rates, times, errors, memory, and
/// whether the target is alive. Fed with a run's seconds; used by the run's one thread.
public final class LivePanel {
  private static final int MOST_CELLS = 40;
  private static final int LEAST_CELLS = 8;
  private static final int LABEL = 8;
  private static final int HISTORY = 60;

  private final Spark resident = new Spark(HISTORY);
  private final Deque<Character> alive = new ArrayDeque<>();
  private final Map<String, Long> troubles = new TreeMap<>();
  private String position = "";
  private double phaseSeconds;
  private double elapsedSeconds;
  private double secondsAfterwards;
  private List<TrafficSecond> traffic = List.of();
  private Double residentMegabytes;

  /// A phase begins.
  ///
  /// @param newPosition which one it is
  /// @param seconds how long it lasts
  /// @param afterwards how long all phases after it last; not finite where nobody knows
  public void phase(String newPosition, double seconds, double afterwards) {
    position = newPosition;
    phaseSeconds = seconds;
    secondsAfterwards = afterwards;
    elapsedSeconds = 0;
    traffic = List.of();
    troubles.clear();
  }

  /// A second went by.
  public void second(double elapsed, Event.Second second) {
    elapsedSeconds = elapsed;
    traffic = second.traffic();
    for (TrafficSecond population : traffic) {
      if (population.troubles() != null) {
        population.troubles().forEach((kind, count) -> troubles.merge(kind, count, Long::sum));
      }
    }
    for (TargetSample sample : second.target()) {
      sample.residentBytes().amount().ifPresent(bytes -> residentMegabytes = bytes / 1e6);
    }
    if (residentMegabytes != null) {
      resident.add(Math.round(residentMegabytes * 1e6));
    }
    alive.addLast(sign(second.liveness()));
    if (alive.size() > HISTORY) {
      alive.removeFirst();
    }
  }

  /// The panel, no line wider than the terminal.
  public List<String> lines(int columns) {
    List<String> lines = new ArrayList<>();
    lines.add(position);
    lines.add(bar(columns));
    lines.add(label("rate") + rate());
    lines.add(label("time") + times());
    lines.add(label("errors") + errors());
    lines.add(label("memory") + memory(columns));
    lines.add(label("alive") + latest(alive(), columns - LABEL - 1));
    return lines.stream().map(line -> cut(line, columns)).toList();
  }

  private String bar(int columns) {
    double left = Math.max(0, phaseSeconds - elapsedSeconds);
    String text = " " + time(left) + " left";
    if (Double.isFinite(secondsAfterwards) && secondsAfterwards > 0) {
      text += ", " + time(left + secondsAfterwards) + " in all";
    }
    int cells = Math.clamp(columns - 1L - text.length(), LEAST_CELLS, MOST_CELLS);
    double share = phaseSeconds > 0 ? elapsedSeconds / phaseSeconds : 1;
    int full = Math.clamp(Math.round(cells * share), 0, cells);
    return "█".repeat(full) + "░".repeat(cells - full) + text;
  }

  private String rate() {
    if (traffic.isEmpty()) {
      return "at rest";
    }
    TrafficSecond first = traffic.getFirst();
    return String.format(
        Locale.ROOT,
        "%,.0f req/s, %,.0f good, %,d in flight on %,d connections",
        first.completed() / first.seconds(),
        first.good() / first.seconds(),
        traffic.stream().mapToInt(TrafficSecond::inFlight).sum(),
        traffic.stream().mapToInt(TrafficSecond::connections).sum());
  }

  private String times() {
    if (traffic.isEmpty()) {
      return "–";
    }
    TrafficSecond first = traffic.getFirst();
    return "p50 "
        + millis(first.responseP50Millis())
        + ", p99 "
        + millis(first.responseP99Millis())
        + ", longest "
        + millis(first.responseMaxMillis());
  }

  private String errors() {
    return troubles.isEmpty()
        ? "none in this phase"
        : troubles.entrySet().stream()
            .sorted(Map.Entry.<String, Long>comparingByValue().reversed())
            .map(it -> String.format(Locale.ROOT, "%,d %s", it.getValue(), it.getKey()))
            .collect(Collectors.joining(", "));
  }

  private String memory(int columns) {
    if (residentMegabytes == null) {
      return "not watched";
    }
    String now = String.format(Locale.ROOT, "%,.0f MB ", residentMegabytes);
    return now + latest(resident.text(), columns - LABEL - 1 - now.length());
  }

  private String alive() {
    return alive.stream().map(String::valueOf).collect(Collectors.joining());
  }

  /// A second's probes in a sign: all answered, some late or refused, some not answered.
  private static char sign(List<LivenessSample> probes) {
    char sign = probes.isEmpty() ? '·' : '●';
    for (LivenessSample probe : probes) {
      if (probe.outcome() != Outcome.INVALID && !probe.outcome().alive()) {
        return '○';
      }
      if (probe.outcome() == Outcome.SLOW || probe.outcome() == Outcome.SHED) {
        sign = '◐';
      }
    }
    return sign;
  }

  private static String label(String word) {
    return word + " ".repeat(LABEL - word.length());
  }

  private static String millis(Double value) {
    return value == null
        ? "–"
        : String.format(Locale.ROOT, value < 10 ? "%.2f ms" : "%,.0f ms", value);
  }

  private static String time(double seconds) {
    long whole = Math.round(seconds);
    return whole < 60
        ? whole + " s"
        : whole < 3600
            ? String.format(Locale.ROOT, "%d:%02d min", whole / 60, whole % 60)
            : String.format(Locale.ROOT, "%d:%02d h", whole / 3600, whole % 3600 / 60);
  }

  private static String latest(String signs, int most) {
    return signs.substring(Math.max(0, signs.length() - Math.max(0, most)));
  }

  private static String cut(String line, int columns) {
    return line.length() < columns
        ? line
        : line.substring(0, Math.max(0, columns - 2)) + (columns > 1 ? "…" : "");
  }
}
