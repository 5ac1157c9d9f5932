package rebound.soak.probe.liveness;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.Selector;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import rebound.soak.evidence.sample.LivenessSample;
import rebound.soak.evidence.sample.LivenessSample.Outcome;
import rebound.soak.evidence.sample.LivenessSample.Path;
import rebound.soak.probe.process.ProcessTree;

/// The schedule of one way, and its probes under way. Used by the prober's thread only.
final class ProbePath {
  private final Path path;
  private final LivenessSettings settings;
  private final String request;
  private final Optional<ProcessTree> tree;
  private final Selector selector;
  private final List<Probe> underWay = new ArrayList<>();
  private final Deque<ProbeConnection> kept = new ArrayDeque<>();
  private long nextNanos;

  private ProbePath(
      Path path,
      LivenessSettings settings,
      String request,
      Optional<ProcessTree> tree,
      Selector selector,
      long firstNanos) {
    this.path = path;
    this.settings = settings;
    this.request = request;
    this.tree = tree;
    this.selector = selector;
    this.nextNanos = firstNanos;
  }

  static List<ProbePath> all(
      LivenessSettings settings, Optional<ProcessTree> tree, Selector selector, long startNanos) {
    long third = settings.interval().toNanos() / 3;
    List<ProbePath> paths = new ArrayList<>();
    paths.add(
        new ProbePath(
            Path.FRESH,
            settings,
            settings.request(settings.path(), false),
            tree,
            selector,
            startNanos));
    paths.add(
        new ProbePath(
            Path.KEPT,
            settings,
            settings.request(settings.path(), true),
            tree,
            selector,
            startNanos + third));
    settings
        .throughPath()
        .ifPresent(
            through ->
                paths.add(
                    new ProbePath(
                        Path.DEPENDENCY,
                        settings,
                        settings.request(through, true),
                        tree,
                        selector,
                        startNanos + 2 * third)));
    if (tree.isPresent()) {
      paths.add(new ProbePath(Path.PROCESS, settings, "", tree, selector, startNanos));
    }
    return List.copyOf(paths);
  }

  /// Begins what is due, goes on with what is ready, ends what took too long.
  ///
  /// @param intervalNanos from one planned time to the next
  /// @return when it wants its next turn
  long turn(
      long now, ByteBuffer buffer, long intervalNanos, long slowNanos, List<LivenessSample> ended) {
    while (now - nextNanos >= 0) {
      begin(nextNanos, now, ended);
      nextNanos += intervalNanos;
    }
    long wake = nextNanos;
    for (Probe probe : List.copyOf(underWay)) {
      if (probe.takeReady()) {
        advance(probe, buffer, slowNanos, ended);
      }
      if (!underWay.contains(probe)) {
        continue;
      }
      long deadline = probe.plannedNanos() + settings.timeout().toNanos();
      if (System.nanoTime() - deadline >= 0) {
        Outcome outcome =
            probe.connection().connected() ? Outcome.TIMEOUT : Outcome.CONNECT_TIMEOUT;
        end(probe, outcome, 0, "no answer within " + settings.timeout().toMillis() + " ms", ended);
        probe.connection().close();
      } else {
        wake = Math.min(wake, deadline);
      }
    }
    return wake;
  }

  /// Planned time of the oldest probe that has not ended, or of the next.
  long oldestNanos() {
    long oldest = nextNanos;
    for (Probe probe : underWay) {
      oldest = Math.min(oldest, probe.plannedNanos());
    }
    return oldest;
  }

  private void begin(long planned, long now, List<LivenessSample> ended) {
    if (path == Path.PROCESS) {
      ended.add(process(planned, now));
      return;
    }
    if (late(now - planned) || underWay.size() >= LivenessSettings.MAX_OUTSTANDING) {
      String why =
          late(now - planned)
              ? "the prober itself was late"
              : LivenessSettings.MAX_OUTSTANDING + " probes were under way";
      ended.add(sample(planned, now, Outcome.INVALID, 0, why));
      return;
    }
    try {
      ProbeConnection connection = kept.poll();
      if (connection == null) {
        connection = ProbeConnection.open(selector, settings);
      }
      connection.send(request);
      underWay.add(new Probe(planned, now, connection));
    } catch (IOException e) {
      ended.add(sample(planned, now, Outcome.INVALID, 0, "no socket: " + e.getMessage()));
    }
  }

  private void advance(Probe probe, ByteBuffer buffer, long slowNanos, List<LivenessSample> ended) {
    switch (probe.connection().advance(buffer)) {
      case UNDER_WAY -> {}
      case ANSWERED -> answered(probe, slowNanos, ended);
      case FAILED -> {
        if (!probe.mayRetry() || !retry(probe)) {
          end(probe, probe.connection().failure(), 0, probe.connection().detail(), ended);
        }
      }
    }
  }

  private boolean retry(Probe probe) {
    try {
      ProbeConnection another = ProbeConnection.open(selector, settings);
      another.send(request);
      probe.retryOn(another);
      selector.wakeup();
      return true;
    } catch (IOException _) {
      // Without a socket for the second try the first one's failure stands.
      return false;
    }
  }

  private void answered(Probe probe, long slowNanos, List<LivenessSample> ended) {
    ProbeAnswer answer = probe.connection().answer();
    int status = answer.status();
    Outcome outcome;
    if (status == 503 || status == 429) {
      outcome = Outcome.SHED;
    } else if (status / 100 != 2) {
      outcome = Outcome.ERROR;
    } else {
      outcome = System.nanoTime() - probe.plannedNanos() > slowNanos ? Outcome.SLOW : Outcome.OK;
    }
    end(probe, outcome, status, outcome == Outcome.ERROR ? "status " + status : "", ended);
    if (path != Path.FRESH && answer.keepable()) {
      kept.add(probe.connection());
    } else {
      probe.connection().close();
    }
  }

  private void end(
      Probe probe, Outcome outcome, int status, String detail, List<LivenessSample> ended) {
    underWay.remove(probe);
    ended.add(sample(probe.plannedNanos(), probe.begunNanos(), outcome, status, detail));
  }

  private LivenessSample process(long planned, long now) {
    Outcome outcome =
        switch (tree.orElseThrow().state()) {
          case ALIVE -> Outcome.OK;
          case GONE -> Outcome.GONE;
          case RESTARTED -> Outcome.RESTARTED;
        };
    return sample(planned, now, outcome, 0, "");
  }

  private LivenessSample sample(
      long planned, long begun, Outcome outcome, int status, String detail) {
    return new LivenessSample(
        path,
        planned,
        Math.max(0, begun - planned),
        Math.max(0, System.nanoTime() - planned),
        outcome,
        status,
        detail);
  }

  private boolean late(long lagNanos) {
    return lagNanos > settings.timeout().toNanos() / 2;
  }

  void close() {
    underWay.forEach(probe -> probe.connection().close());
    kept.forEach(ProbeConnection::close);
  }
}
