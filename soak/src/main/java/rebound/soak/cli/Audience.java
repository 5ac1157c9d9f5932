package rebound.soak.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.util.List;
import java.util.Optional;
import rebound.chaos.measure.IntervalSample;
import rebound.soak.evidence.PhaseRecord;
import rebound.soak.evidence.capacity.TrialRecord;
import rebound.soak.journal.Event;
import rebound.soak.live.LiveMetrics;
import rebound.soak.plan.Phase;
import rebound.soak.run.RunListener;
import rebound.soak.run.RunRequest;

/// Who hears of runs: the terminal, live metrics where they are asked for, and the build service
/// around this process.
///
/// @param service hears how each run ended
/// @param live hears what goes on
record Audience(BuildService service, Optional<LiveMetrics> live) {
  static Audience of(BuildService service) {
    return new Audience(service, Optional.empty());
  }

  /// A run is about to begin.
  void opening(RunRequest request, TablePrinter printer) {
    printer.opening(request);
    live.ifPresent(it -> it.opening(request));
  }

  /// How it ended.
  void ended(String markdown, List<String> annotations, PrintWriter out) throws IOException {
    service.tell(markdown, annotations, out);
  }

  /// The terminal and all others.
  RunListener listener(TablePrinter printer) {
    return live.isEmpty() ? printer : new Both(printer, live.get());
  }

  private record Both(RunListener first, RunListener second) implements RunListener {
    @Override
    public void phaseStarted(Phase phase, int index, int count) {
      first.phaseStarted(phase, index, count);
      second.phaseStarted(phase, index, count);
    }

    @Override
    public void traffic(Phase phase, IntervalSample sample) {
      first.traffic(phase, sample);
      second.traffic(phase, sample);
    }

    @Override
    public void second(Phase phase, double elapsedSeconds, Event.Second interval) {
      first.second(phase, elapsedSeconds, interval);
      second.second(phase, elapsedSeconds, interval);
    }

    @Override
    public void trialEnded(TrialRecord trial) {
      first.trialEnded(trial);
      second.trialEnded(trial);
    }

    @Override
    public void phaseEnded(PhaseRecord record) {
      first.phaseEnded(record);
      second.phaseEnded(record);
    }
  }
}
