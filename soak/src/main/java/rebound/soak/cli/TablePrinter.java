package rebound.soak.cli;

import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
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
import rebound.soak.terminal.LivePanel;
import rebound.soak.terminal.Screen;
import rebound.soak.terminal.TerminalSize;

/// Prints the table to stdout row by row as phases end, and progress to stderr while they go on:
/// a panel on a terminal, else a line a second.
final class TablePrinter implements RunListener {
  // Asking the terminal for its size costs a process, so it is asked now and then.
  private static final int SECONDS_BETWEEN_SIZES = 5;

  private final PrintWriter result;
  private final PrintWriter progress;
  private final ProgressMode mode;
  private PhaseTable table = PhaseTable.of(false);
  private final LivePanel panel = new LivePanel();
  private final Screen screen;
  private TerminalSize size = TerminalSize.USUAL;
  private int secondsOfSize;
  private List<Phase> phases = List.of();
  private boolean foreseen;
  private String position = "";

  TablePrinter(PrintWriter result, PrintWriter progress, ProgressMode mode) {
    this.result = result;
    this.progress = progress;
    this.mode = mode == ProgressMode.AUTO ? automatic() : mode;
    this.screen = new Screen(progress);
    if (this.mode == ProgressMode.LIVE) {
      System.setErr(screen.beside(System.err));
    }
  }

  @SuppressWarnings("SystemConsoleNull") // JDK 25 gives null again where nothing is a terminal
  private static ProgressMode automatic() {
    return System.console() != null && System.console().isTerminal()
        ? ProgressMode.LIVE
        : ProgressMode.LINES;
  }

  void opening(RunRequest request) {
    double seconds = seconds(request.plan().phases().stream());
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
    phases = request.plan().phases();
    foreseen = request.plan().experiment().isEmpty();
    result.println(table.header());
  }

  private static double seconds(Stream<Phase> phases) {
    return phases.mapToLong(it -> it.duration().toMillis()).sum() / 1e3;
  }

  @Override
  public void phaseStarted(Phase phase, int index, int count) {
    position = index + "/" + count + " " + phase.title();
    double seconds = phase.duration().toMillis() / 1e3;
    panel.phase(position, seconds, foreseen ? seconds(phases.stream().skip(index)) : Double.NaN);
    secondsOfSize = 0;
  }

  @Override
  public void second(Phase phase, double elapsedSeconds, Event.Second second) {
    switch (mode) {
      case LIVE -> {
        if (secondsOfSize++ % SECONDS_BETWEEN_SIZES == 0) {
          size = TerminalSize.ask();
        }
        panel.second(elapsedSeconds, second);
        screen.draw(panel.lines(size.columns()), size.rows());
      }
      case LINES ->
          progress.printf(Locale.ROOT, "%s, %.0f s%s%n", position, elapsedSeconds, figures(second));
      case AUTO, NONE -> {}
    }
  }

  @Override
  public void phaseEnded(PhaseRecord record) {
    screen.erase();
    if (!Ladders.isStep(record) || record.name().endsWith("-1")) {
      result.println(table.row(record));
    }
  }

  @Override
  public void trialEnded(TrialRecord record) {
    screen.erase();
    if (!record.valid()) {
      result.println(
          "  "
              + record.phase()
              + " is done again, it was disturbed: "
              + String.join("; ", record.reasons()));
    }
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
