package rebound.soak.cli;

import java.util.Optional;
import picocli.CommandLine.Option;
import rebound.soak.plan.CapacityPlan;
import rebound.soak.plan.CapacityPlan.Clients;
import rebound.soak.plan.CapacityPlan.Need;
import rebound.soak.plan.CapacityPlan.Pool;
import rebound.soak.plan.Plan;
import rebound.soak.planfile.Units;
import rebound.soak.planfile.UsageException;
import rebound.soak.planfile.YamlFile;

/// The flags that say what has to be carried, and with how much left over.
final class NeedOptions {
  @Option(
      names = "--need",
      required = true,
      paramLabel = "RATE",
      description = "highest rate expected, as in 12000/s: gives instances and memory")
  private String rate;

  @Option(
      names = "--headroom",
      paramLabel = "SHARE",
      defaultValue = "0.3",
      description = "share of each instance's capacity that stays unused; default: 0.3")
  private double headroom;

  @Option(
      names = "--failures",
      paramLabel = "N",
      defaultValue = "1",
      description = "instances that may be down at that rate; default: 1")
  private int failures;

  @Option(
      names = "--zones",
      paramLabel = "N",
      description = "zones over which instances are spread, one of which may be down")
  private Integer zones;

  @Option(
      names = "--connections",
      paramLabel = "N",
      description = "client connections that have to be held; needs --connection-limit")
  private Integer connections;

  @Option(
      names = "--connection-limit",
      paramLabel = "N",
      description = "client connections that one instance holds")
  private Integer connectionLimit;

  @Option(
      names = "--database-limit",
      paramLabel = "N",
      description = "connections that the database allows to all instances together")
  private Integer databaseLimit;

  /// Sets them in a plan's file.
  ///
  /// @throws UsageException when the plan has no use for them
  void set(YamlFile file) {
    if (!file.section().has("capacity")) {
      throw new UsageException(
          "--need goes with a plan that searches a capacity: rebound run capacity --need " + rate);
    }
    file.set("capacity.need.rate", rate, "--need");
    file.set("capacity.need.headroom", String.valueOf(headroom), "--headroom");
    file.set("capacity.need.failures", String.valueOf(failures), "--failures");
    set(file, "capacity.need.zones", zones, "--zones");
    set(file, "capacity.need.connections", connections, "--connections");
    set(file, "capacity.need.connectionLimit", connectionLimit, "--connection-limit");
    if (databaseLimit != null) {
      if (!file.section().section("capacity").has("pool")) {
        throw withoutPool();
      }
      file.set("capacity.pool.limit", String.valueOf(databaseLimit), "--database-limit");
    }
  }

  private static void set(YamlFile file, String key, Integer value, String option) {
    if (value != null) {
      file.set(key, String.valueOf(value), option);
    }
  }

  /// The pool of a run's plan, with the limit that was given here.
  ///
  /// @throws UsageException when a limit was given that there is no pool for
  Optional<Pool> pool(Plan plan) {
    Optional<Pool> planned =
        plan.experiment()
            .filter(CapacityPlan.class::isInstance)
            .flatMap(it -> ((CapacityPlan) it).pool());
    if (databaseLimit == null) {
      return planned;
    }
    if (databaseLimit < 1) {
      throw new UsageException("--database-limit is " + databaseLimit + ": use 1 or more");
    }
    return Optional.of(
        planned.orElseThrow(NeedOptions::withoutPool).withLimit(Optional.of(databaseLimit)));
  }

  private static UsageException withoutPool() {
    return new UsageException(
        "--database-limit: the plan names no capacity.pool, so nobody knows how many connections an"
            + " instance opens; add it, as in --set 'capacity.pool={connections: 64, delay: 20ms}'");
  }

  /// The same as a value.
  ///
  /// @throws UsageException when it cannot be meant
  Need need() {
    if ((connections == null) != (connectionLimit == null)) {
      throw new UsageException(
          "--connections and --connection-limit go together: say how many clients stay connected,"
              + " and how many of them an instance holds");
    }
    try {
      return new Need(
          Units.perSecond(rate),
          headroom,
          failures,
          1,
          1,
          Optional.ofNullable(zones),
          Optional.ofNullable(connections).map(it -> new Clients(it, connectionLimit)));
    } catch (IllegalArgumentException wrong) {
      throw new UsageException("--need: " + wrong.getMessage());
    }
  }
}
