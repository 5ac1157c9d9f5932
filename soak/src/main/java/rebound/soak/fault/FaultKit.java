package rebound.soak.fault;

import java.io.IOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import rebound.chaos.heal.Fault;
import rebound.chaos.heal.Guardian;
import rebound.chaos.heal.ProcessIdentity;
import rebound.chaos.heal.Watchdog;
import rebound.chaos.network.FaultyLink;
import rebound.chaos.network.NetworkFaults;
import rebound.chaos.network.Reach;
import rebound.chaos.process.CpuQuota;
import rebound.chaos.process.MemoryPressure;
import rebound.chaos.process.Pause;
import rebound.soak.plan.FaultPlan;
import rebound.soak.plan.FaultPlan.Harm;
import rebound.soak.plan.Plan;
import rebound.soak.planfile.UsageException;
import rebound.soak.target.FakeDatabase;
import rebound.soak.target.RunningTarget;
import rebound.soak.target.StartedTarget;

/// All that a run needs to make the faults of its plan: proxies in front of the database, and a
/// watchdog that heals what a killed run leaves behind. Plans without faults have neither. Used by
/// the run's one thread.
public final class FaultKit implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(FaultKit.class);

  private final Optional<FakeDatabase> database;
  private final Optional<Watchdog> watchdog;
  private final Optional<NetworkFaults> network;
  private final List<FaultyLink> links = new ArrayList<>();
  private OptionalLong target = OptionalLong.empty();
  private Optional<StartedTarget> started = Optional.empty();
  private Successor successor = pid -> {};

  private FaultKit(
      Optional<FakeDatabase> database,
      Optional<Watchdog> watchdog,
      Optional<NetworkFaults> network) {
    this.database = database;
    this.watchdog = watchdog;
    this.network = network;
  }

  /// Makes ready what the plan's faults need. With network faults, targets are told the proxies'
  /// ports from here on.
  ///
  /// @param database the fake database, where this run has started one
  /// @throws UsageException when a fault has nothing to harm
  public static FaultKit open(Plan plan, Optional<FakeDatabase> database) throws IOException {
    refuseWithoutDatabase(plan, database);
    boolean remote = plan.needsProxy() && plan.toxiproxy().isPresent();
    boolean guarded = remote || faults(plan).stream().anyMatch(FaultPlan::needsProcess);
    Optional<Watchdog> watchdog = guarded ? Optional.of(Watchdog.start()) : Optional.empty();
    FaultKit kit = null;
    try {
      kit = new FaultKit(database, watchdog, network(plan, watchdog));
      if (database.isPresent() && kit.network.isPresent()) {
        kit.putBetween(database.get(), kit.network.get());
      }
      return kit;
    } catch (IOException | RuntimeException failed) {
      if (kit != null) {
        kit.close();
      } else if (watchdog.isPresent()) {
        watchdog.get().close();
      }
      throw failed;
    }
  }

  private static List<FaultPlan> faults(Plan plan) {
    return plan.foreseeable().stream().flatMap(phase -> phase.faults().stream()).toList();
  }

  private static void refuseWithoutDatabase(Plan plan, Optional<FakeDatabase> database) {
    boolean needed =
        faults(plan).stream()
            .anyMatch(fault -> fault.needsProxy() || fault.harm() instanceof Harm.Database);
    if (needed && database.isEmpty()) {
      throw new UsageException(
          "plan "
              + plan.name()
              + " harms the database or the network to it, and this target has none: use a target"
              + " whose file names {fakeDb.redisPort} or {fakeDb.postgresPort}");
    }
  }

  private static Optional<NetworkFaults> network(Plan plan, Optional<Watchdog> watchdog)
      throws IOException {
    if (!plan.needsProxy()) {
      return Optional.empty();
    }
    if (plan.toxiproxy().isEmpty()) {
      return Optional.of(
          NetworkFaults.embedded(plan.seed(), Reach.loopback(), line -> LOG.debug("{}", line)));
    }
    String address = plan.toxiproxy().get();
    try {
      return Optional.of(
          NetworkFaults.at(
              URI.create(address),
              Reach.loopback(),
              watchdog.<Guardian>map(it -> it).orElseGet(Guardian::none)));
    } catch (IllegalArgumentException noAddress) {
      throw new UsageException("toxiproxy is '" + address + "': " + noAddress.getMessage());
    }
  }

  private void putBetween(FakeDatabase behind, NetworkFaults faults) throws IOException {
    String run = "rebound-" + ProcessHandle.current().pid() + "-";
    FaultyLink redis = faults.link(run + "redis", "127.0.0.1:" + behind.redisPort());
    links.add(redis);
    FaultyLink postgres = faults.link(run + "postgres", "127.0.0.1:" + behind.postgresPort());
    links.add(postgres);
    behind.reachedThrough(redis.address().port(), postgres.address().port());
  }

  /// Says which process is the target.
  ///
  /// @throws UsageException when the plan harms it and nobody knows it, or cannot start it again
  public void aimAt(Plan plan, RunningTarget aim) {
    target = aim.pid();
    started = aim instanceof StartedTarget own ? Optional.of(own) : Optional.empty();
    if (started.isEmpty() && faults(plan).stream().anyMatch(FaultPlan::needsStartedTarget)) {
      throw new UsageException(
          "plan "
              + plan.name()
              + " ends the target and starts it again, which a run can only do to what it started:"
              + " name a --target file with its command, or leave process: restart out");
    }
    if (target.isEmpty() && faults(plan).stream().anyMatch(FaultPlan::needsProcess)) {
      throw new UsageException(
          "plan " + plan.name() + " harms the target's process: say which with --pid");
    }
  }

  /// Hears of the target's new process after a restart.
  public interface Successor {
    /// It answers, under this process id.
    void runs(long pid) throws IOException;
  }

  /// Tells this one, besides itself, when the target was started again.
  public void whenRestarted(Successor hears) {
    successor = hears;
  }

  /// Makes a fault; it is in force when this returns, and healed when it is closed.
  Fault make(FaultPlan plan) throws IOException, InterruptedException {
    Guardian guardian = watchdog.<Guardian>map(it -> it).orElseGet(Guardian::none);
    return switch (plan.harm()) {
      case Harm.Network toxic ->
          Both.of(links, link -> link.inject(toxic.direction(), toxic.toxic(), toxic.toxicity()));
      case Harm.NetworkDown down -> Both.of(links, FaultyLink::down);
      case Harm.Pause pause -> Pause.of(processes(), guardian);
      case Harm.Restart restart -> restart(restart.signal());
      case Harm.CpuQuota quota -> CpuQuota.of(processes(), quota.cores(), guardian);
      case Harm.MemoryPressure pressure -> MemoryPressure.of(pressure.bytes());
      case Harm.Database fault ->
          DatabaseFault.order(database.orElseThrow(), fault.words(), plan.lasting());
    };
  }

  private Fault restart(String signal) throws IOException {
    return TargetRestart.of(
        started.orElseThrow(),
        signal,
        pid -> {
          target = OptionalLong.of(pid);
          successor.runs(pid);
        });
  }

  private List<ProcessIdentity> processes() throws IOException {
    return ProcessIdentity.treeOf(target.orElseThrow());
  }

  @Override
  public void close() throws IOException {
    try {
      if (network.isPresent()) {
        network.get().close();
      }
    } finally {
      if (watchdog.isPresent()) {
        watchdog.get().close();
      }
    }
  }
}
