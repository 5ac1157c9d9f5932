package rebound.fakedb;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import rebound.fakedb.capacity.CapacityModel;
import rebound.fakedb.fault.FaultPlan;
import rebound.fakedb.fault.FaultWords;
import rebound.fakedb.latency.LatencyModel;
import rebound.fakedb.latency.LatencyWords;
import rebound.fakedb.rule.Rule;
import rebound.fakedb.rule.RuleWords;
import rebound.fakedb.words.Setting;

/// What a configuration file says.
///
/// @param latency of queries that bring none of their own
/// @param capacity how many queries are worked on at once
/// @param connectionLimit clients at once on both ports together; 0 for no limit
/// @param serial whether a Redis connection answers one query at a time
/// @param seed of all delays
/// @param rules answers to order
/// @param faults by schedule, from the start on
/// @param user who may come in, where there is a password
/// @param password that clients have to know; empty where everybody may come in
/// @param scram whether PostgreSQL clients prove it by SCRAM-SHA-256; else in clear text
/// @param queryLog where each delayed query is written down
record Configuration(
    LatencyModel latency,
    CapacityModel capacity,
    int connectionLimit,
    boolean serial,
    long seed,
    List<Rule> rules,
    List<FaultPlan> faults,
    String user,
    Optional<String> password,
    boolean scram,
    Optional<String> queryLog) {
  static final Configuration DEFAULT =
      new Configuration(
          new LatencyModel.Fixed(5_000_000),
          new CapacityModel.Unlimited(),
          0,
          false,
          1,
          List.of(),
          List.of(),
          "rebound",
          Optional.empty(),
          true,
          Optional.empty());

  Configuration {
    rules = List.copyOf(rules);
    faults = List.copyOf(faults);
  }

  /// Reads a file.
  ///
  /// @throws IllegalArgumentException with every complaint, or where it cannot be read
  static Configuration load(String file) {
    String text;
    try {
      text = Files.readString(Path.of(file));
    } catch (IOException e) {
      throw new IllegalArgumentException(
          "--config: '" + file + "' cannot be read (" + e + "); name a YAML file", e);
    }
    return Setting.parse(file, text, Configuration::read);
  }

  private static Configuration read(Setting root) {
    root.only(
        "latency",
        "capacity",
        "connectionLimit",
        "perConnection",
        "seed",
        "rules",
        "faults",
        "auth",
        "queryLog");
    List<FaultPlan> faults = new ArrayList<>();
    root.get("faults")
        .ifPresent(list -> list.items().forEach(item -> faults.add(FaultWords.read(item))));
    Optional<Setting> auth = root.get("auth");
    auth.ifPresent(a -> a.only("user", "password", "method"));
    return new Configuration(
        root.or("latency", LatencyWords::read, DEFAULT.latency()),
        root.or("capacity", CapacityModel::read, DEFAULT.capacity()),
        (int) (long) root.or("connectionLimit", s -> s.whole(0, 1_000_000), 0L),
        root.or("perConnection", s -> s.oneOf("parallel", "serial"), "parallel").equals("serial"),
        root.or("seed", s -> s.whole(Long.MIN_VALUE, Long.MAX_VALUE), DEFAULT.seed()),
        root.or("rules", RuleWords::readAll, List.of()),
        faults,
        auth.map(a -> a.or("user", Setting::text, DEFAULT.user())).orElse(DEFAULT.user()),
        auth.map(a -> a.need("password", Setting::text, "")),
        auth.map(a -> a.or("method", s -> s.oneOf("scram-sha-256", "password"), "scram-sha-256"))
            .orElse("scram-sha-256")
            .equals("scram-sha-256"),
        root.get("queryLog").map(Setting::text));
  }

  /// With what the command line says above it.
  Configuration with(Options options) {
    return new Configuration(
        options.latency().orElse(latency),
        capacity,
        connectionLimit,
        serial,
        options.seed().orElse(seed),
        rules,
        faults,
        user,
        password,
        scram,
        queryLog);
  }
}
