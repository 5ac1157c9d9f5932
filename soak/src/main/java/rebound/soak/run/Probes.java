package rebound.soak.run;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import rebound.chaos.load.Endpoint;
import rebound.soak.evidence.sample.ObserverCost;
import rebound.soak.plan.Phase;
import rebound.soak.probe.liveness.LivenessProbe;
import rebound.soak.probe.liveness.LivenessSettings;
import rebound.soak.probe.machine.MachineProbe;
import rebound.soak.probe.process.ProcessTree;
import rebound.soak.probe.target.CgroupSource;
import rebound.soak.probe.target.ProcessTreeSource;
import rebound.soak.probe.target.PrometheusSource;
import rebound.soak.probe.target.TargetProbe;
import rebound.soak.probe.target.TargetSource;
import rebound.soak.target.TargetSpec;

/// The probes of one run. Used by the run's one thread.
final class Probes implements AutoCloseable {
  private static final int SHORT_PHASE_SAMPLES_PER_SECOND = 5;
  private static final Duration SHORT_INTERVAL = Duration.ofMillis(250);
  private static final Duration LONG_INTERVAL = Duration.ofSeconds(1);
  private static final Duration LONG_PHASE = Duration.ofMinutes(2);

  final Optional<TargetProbe> target;
  final Optional<TargetSource> source;
  final LivenessProbe liveness;
  final MachineProbe machine;
  private final Optional<ProcessTree> tree;
  private final List<AutoCloseable> sources;

  private Probes(
      Optional<TargetProbe> target,
      Optional<TargetSource> source,
      LivenessProbe liveness,
      MachineProbe machine,
      Optional<ProcessTree> tree,
      List<AutoCloseable> sources) {
    this.target = target;
    this.source = source;
    this.liveness = liveness;
    this.machine = machine;
    this.tree = tree;
    this.sources = sources;
  }

  /// Starts all probes.
  ///
  /// @param endpoint where the target listens
  /// @param spec names its health routes
  /// @param pid root of the target's process tree, where known
  /// @param attachment how its memory is read and what is sent with each probe, where the user said
  /// @param parts process ids of our own other parts, whose CPU is not that of others
  static Probes start(
      Endpoint endpoint,
      TargetSpec spec,
      OptionalLong pid,
      Optional<Attachment> attachment,
      List<Long> parts)
      throws IOException {
    Optional<ProcessTree> tree =
        pid.isPresent() ? Optional.of(ProcessTree.of(pid.getAsLong())) : Optional.empty();
    List<AutoCloseable> sources = new ArrayList<>();
    Optional<TargetSource> source = source(tree, attachment, sources);
    List<ProcessTree> ours = new ArrayList<>(List.of(ProcessTree.ofThisProcess()));
    tree.ifPresent(ours::add);
    for (long part : parts) {
      ours.add(ProcessTree.of(part));
    }
    List<ProcessTree> own = List.copyOf(ours);
    LivenessSettings settings =
        LivenessSettings.of(
                new InetSocketAddress(endpoint.host(), endpoint.port()),
                spec.probePath(),
                spec.throughPath())
            .asking(
                endpoint.authority(),
                endpoint.security(),
                Attachment.headersOf(attachment).values());
    return new Probes(
        source.map(it -> TargetProbe.start(it, tree)),
        source,
        LivenessProbe.start(settings, tree),
        MachineProbe.start(() -> own),
        tree,
        sources);
  }

  /// The target was started again: looks at its new process from now on.
  ///
  /// @throws IOException when that is gone already
  void follow(long pid) throws IOException {
    if (tree.isPresent()) {
      OptionalLong used =
          target.map(it -> it.latestReadable().cpuNanos().amount()).orElseGet(OptionalLong::empty);
      tree.get().follow(pid, used.orElse(0));
    }
  }

  /// Looks oftener in short phases, and costs less in long ones; a soak of a minute or two is one.
  void tuneFor(Phase phase) {
    boolean lasting = phase.duration().compareTo(LONG_PHASE) > 0;
    int perSecond = lasting ? 1 : SHORT_PHASE_SAMPLES_PER_SECOND;
    target.ifPresent(probe -> probe.samplesPerSecond(perSecond));
    liveness.every(lasting ? LONG_INTERVAL : SHORT_INTERVAL);
    // A fifth of the wake-ups still finds every stall that counts.
    machine.sleepMillis(lasting ? 5 : 1);
  }

  /// What watching cost so far, a probe each.
  List<ObserverCost> costs() {
    List<ObserverCost> costs = new ArrayList<>();
    target.ifPresent(probe -> costs.add(probe.cost()));
    costs.add(liveness.cost());
    costs.add(machine.cost());
    return costs;
  }

  @Override
  public void close() {
    target.ifPresent(TargetProbe::close);
    liveness.close();
    machine.close();
    for (AutoCloseable source : sources) {
      try {
        source.close();
      } catch (Exception failed) {
        throw new IllegalStateException("a memory source does not close", failed);
      }
    }
  }

  private static Optional<TargetSource> source(
      Optional<ProcessTree> tree, Optional<Attachment> attachment, List<AutoCloseable> sources)
      throws IOException {
    Optional<String> memory = attachment.flatMap(Attachment::memory);
    if (memory.isEmpty()) {
      return tree.map(ProcessTreeSource::new);
    }
    Optional<Path> group = attachment.flatMap(Attachment::controlGroup);
    if (group.isPresent()) {
      return Optional.of(CgroupSource.at(group.get()));
    }
    PrometheusSource prometheus =
        PrometheusSource.at(memory.get().substring("prometheus:".length()));
    sources.add(prometheus);
    return Optional.of(prometheus);
  }
}
