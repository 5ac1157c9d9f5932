package rebound.fakedb;

import java.util.Optional;
import rebound.fakedb.latency.LatencyModel;
import rebound.fakedb.latency.LatencyWords;

/// What the command line asks for.
///
/// @param host where the Redis and PostgreSQL ports listen
/// @param redisPort its port; 0 takes a free one
/// @param postgresPort its port; 0 takes a free one
/// @param controlPort the control port, always on loopback; 0 takes a free one
/// @param latency of queries that bring none of their own
/// @param configFile rules, faults and the rest; the flags stand above it
/// @param seed of all delays
/// @param endWithStdin whether to end when standard input ends
record Options(
    String host,
    int redisPort,
    int postgresPort,
    int controlPort,
    Optional<LatencyModel> latency,
    Optional<String> configFile,
    Optional<Long> seed,
    boolean endWithStdin) {

  static final String HELP =
      """
      usage: rebound serve fake-db [OPTIONS]

      A database that is slow on purpose. It speaks the Redis and the PostgreSQL protocol.

        --redis-port PORT      default 6390; 0 takes a free port
        --postgres-port PORT   default 5490; 0 takes a free port
        --control-port PORT    default 7390, always on loopback; 0 takes a free port
        --host ADDRESS         where the first two listen; default 127.0.0.1
        --latency MODEL        how long a query takes; default 5ms
        --config FILE          rules, faults, capacity (docs/fake-db.md)
        --seed N               two runs with one seed see the same delays; default 1
        --end-with-stdin       end when standard input ends
        --help                 this text

      example: rebound serve fake-db --redis-port 6390 --latency 20ms
               redis-cli -p 6390 DELAY 250
      """;

  /// Reads a command line.
  ///
  /// @throws IllegalArgumentException with what is wrong and what to do
  static Options parse(String... arguments) {
    String host = "127.0.0.1";
    int redisPort = 6390;
    int postgresPort = 5490;
    int controlPort = 7390;
    Optional<LatencyModel> latency = Optional.empty();
    Optional<String> configFile = Optional.empty();
    Optional<Long> seed = Optional.empty();
    boolean endWithStdin = false;
    for (int i = 0; i < arguments.length; i++) {
      String name = arguments[i];
      int equals = name.indexOf('=');
      String value = null;
      if (name.startsWith("--") && equals > 0) {
        value = name.substring(equals + 1);
        name = name.substring(0, equals);
      }
      if (name.equals("--end-with-stdin") && value == null) {
        endWithStdin = true;
        continue;
      }
      if (!isKnown(name)) {
        throw new IllegalArgumentException(
            "unknown option '" + arguments[i] + "'; see --help for those there are");
      }
      if (value == null) {
        if (++i == arguments.length) {
          throw new IllegalArgumentException(name + " needs a value; see --help");
        }
        value = arguments[i];
      }
      switch (name) {
        case "--host" -> host = value;
        case "--redis-port" -> redisPort = port(name, value);
        case "--postgres-port" -> postgresPort = port(name, value);
        case "--control-port" -> controlPort = port(name, value);
        case "--latency" -> latency = Optional.of(LatencyWords.parse(name, value));
        case "--config" -> configFile = Optional.of(value);
        default -> seed = Optional.of(number(name, value));
      }
    }
    return new Options(
        host, redisPort, postgresPort, controlPort, latency, configFile, seed, endWithStdin);
  }

  private static boolean isKnown(String name) {
    return switch (name) {
      case "--host",
          "--redis-port",
          "--postgres-port",
          "--control-port",
          "--latency",
          "--config",
          "--seed" ->
          true;
      default -> false;
    };
  }

  private static int port(String name, String value) {
    long port = number(name, value);
    if (port < 0 || port > 65_535) {
      throw new IllegalArgumentException(
          name + ": " + value + " is no port; use 0 (a free one) to 65535");
    }
    return (int) port;
  }

  private static long number(String name, String value) {
    try {
      return Long.parseLong(value);
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException(name + ": '" + value + "' is no whole number", e);
    }
  }
}
