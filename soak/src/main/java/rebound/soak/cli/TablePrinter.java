package rebound.soak.cli;

import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;
import rebound.soak.capacity.Ladders;
import rebound.soak.evidence.PhaseRecord;
import rebound.soak.evidence.capacity.TrialRecord;
import rebound.soak.evidence.sample.LivenessSample;
import rebound.soak.evidence.sample.TargetSample;
import rebound.soak.journal.Event;
import rebound.soak.journal.TrafficSecond;
import rebound.soak.plan.Phase;
import rebound.soak.report.PhaseTable;
import rebound.soak.run.RunListener;
import rebound.soak.run.RunRequest;

/// Prints the table to stdout row by row as phases end, and progress to stderr while they go on.
final class TablePrinter implements RunListener {
  private static final int BAR_CELLS = 20;
  private static final int SPARK_CELLS = 30;
  // A line that is longer than the terminal is wide is cut there: wrapped, it could not be
  // replaced.
  private static final String CUT = "\u001b[?7l";
  private static final String WRAP = "\u001b[?7h";
  private static final String CLEAR_LINE = "\r\u001b[K";

  private final PrintWriter result;
  private final PrintWriter progress;
  private final ProgressMode mode;
  private PhaseTable table = PhaseTable.of(false);
  private final Spark resident = new Spark(SPARK_CELLS);
  private String position = "";

  TablePrinter(PrintWriter result, PrintWriter progress, ProgressMode mode) {
    this.result = result;
    this.progress = progress;
    this.mode = mode == ProgressMode.AUTO ? automatic() : mode;
  }

  @SuppressWarnings("SystemConsoleNull") // JDK 25 gives null again where nothing is a terminal
  private static ProgressMode automatic() {
    return System.console() != null && System.console().isTerminal()
        ? ProgressMode.LIVE
        : ProgressMode.LINES;
  }

  void opening(RunRequest request) {
    double seconds =
        request.plan().phases().stream().mapToLong(it -> it.duration().toMillis()).sum() / 1e3;
    if (request.plan().experiment().isPresent()) {
      result.printf(
          Locale.ROOT,
          "plan %s on target %s, seed %d: %s%n%n",
          request.plan().name(),
          request.target().name(),
          request.plan().seed(),
          request.plan().experiment().get().words());
    } else {
      result.printf(
          Locale.ROOT,
          "plan %s on target %s, seed %d: %d phases, about %.0f s%n%n",
          request.plan().name(),
          request.target().name(),
          request.plan().seed(),
          request.plan().phases().size(),
          seconds);
    }
    table =
        PhaseTable.of(
            request.plan().foreseeable().stream().anyMatch(it -> it.ceiling().isPresent()));
    result.println(table.header());
  }

  @Override
  public void phaseStarted(Phase phase, int index, int count) {
    position = index + "/" + count + " " + phase.title();
  }

  @Override
  public void second(Phase phase, double elapsedSeconds, Event.Second second) {
    switch (mode) {
      case LIVE -> {
        progress.print(
            CLEAR_LINE
                + CUT
                + bar(phase, elapsedSeconds)
                + figures(second)
                + memory(second)
                + WRAP);
        progress.flush();
      }
      case LINES ->
          progress.printf(Locale.ROOT, "%s, %.0f s%s%n", position, elapsedSeconds, figures(second));
      case AUTO, NONE -> {}
    }
  }

  @Override
  public void phaseEnded(PhaseRecord record) {
    if (mode == ProgressMode.LIVE) {
      progress.print(CLEAR_LINE);
      progress.flush();
    }
    if (!Ladders.isStep(record) || record.name().endsWith("-1")) {
      result.println(table.row(record));
    }
  }

  @Override
  public void trialEnded(TrialRecord record) {
    if (mode == ProgressMode.LIVE) {
      progress.print(CLEAR_LINE);
      progress.flush();
    }
    if (!record.valid()) {
      result.println(
          "  "
              + record.phase()
              + " is done again, it was disturbed: "
              + String.join("; ", record.reasons()));
    }
  }

  private String bar(Phase phase, double elapsedSeconds) {
    double seconds = phase.duration().toMillis() / 1e3;
    int full = Math.clamp(Math.round(BAR_CELLS * elapsedSeconds / seconds), 0, BAR_CELLS);
    return String.format(
        Locale.ROOT,
        "%s %s%s %.0f s left",
        position,
        "█".repeat(full),
        "░".repeat(BAR_CELLS - full),
        Math.max(0, seconds - elapsedSeconds));
  }

  /// Resident memory of the last seconds as a line of bars, over phases.
  private String memory(Event.Second second) {
    if (!second.target().isEmpty()) {
      second.target().getLast().residentBytes().amount().ifPresent(resident::add);
    }
    return " " + resident.text();
  }

  private static String figures(Event.Second second) {
    StringBuilder text = new StringBuilder();
    List<TrafficSecond> traffic = second.traffic();
    if (!traffic.isEmpty()) {
      TrafficSecond first = traffic.getFirst();
      text.append(
          String.format(
              Locale.ROOT,
              ", %,.0f req/s, p50 %s ms, p99 %s ms, %d failed, %,d connections",
              first.completed() / first.seconds(),
              first.responseP50Millis(),
              first.responseP99Millis(),
              traffic.stream().mapToLong(TrafficSecond::failed).sum(),
              traffic.stream().mapToInt(TrafficSecond::connections).sum()));
    }
    if (!second.target().isEmpty()) {
      TargetSample last = second.target().getLast();
      last.residentBytes()
          .amount()
          .ifPresent(it -> text.append(String.format(Locale.ROOT, ", RSS %,.0f MB", it / 1e6)));
    }
    long silent =
        second.liveness().stream()
            .map(LivenessSample::outcome)
            .filter(it -> it != LivenessSample.Outcome.INVALID && !it.alive())
            .count();
    return text.append(silent == 0 ? ", alive" : ", " + silent + " probes unanswered").toString();
  }
}
