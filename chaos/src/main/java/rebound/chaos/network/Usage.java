package rebound.chaos.network;

import java.nio.file.Path;

/// What the command line asks for. One dash or two, `--name value` or `--name=value`, as users of
/// the Go program write it.
sealed interface Usage {
  String HELP =
      """
      toxiproxy: a TCP proxy that harms its connections on request, wire-compatible with
      Toxiproxy 2.12. Drive it with any Toxiproxy client.

        --host HOST         where the API listens                 (default 127.0.0.1)
        --port PORT         port of the API, 0 for any free one    (default 8474)
        --config FILE       proxies to create at the start: a JSON array as in POST /populate
        --seed N            seed of all draws; the same seed gives the same run (default: random)
        --proxy-metrics     GET /metrics has the bytes of each proxy
        --runtime-metrics   GET /metrics has the figures of this process
        --end-with-stdin    end when the standard input ends
        --version           print the version
        --help              print this

      Example:
        toxiproxy --port 8474 &
        curl -d '{"name":"db","listen":"127.0.0.1:6380","upstream":"127.0.0.1:6379"}' \\
             127.0.0.1:8474/proxies
        curl -d '{"type":"latency","attributes":{"latency":100}}' \\
             127.0.0.1:8474/proxies/db/toxics
      """;

  /// Print the options.
  record Help() implements Usage {}

  /// Print the version.
  record Version() implements Usage {}

  /// Run a server.
  ///
  /// @param config file with the first proxies, or null
  record Serve(ToxiproxySettings settings, Path config, boolean endWithStdin) implements Usage {}

  /// Reads the options.
  ///
  /// @throws IllegalArgumentException for what cannot be understood, with the remedy
  static Usage parse(String[] arguments) {
    String host = "127.0.0.1";
    int port = 8474;
    long seed = System.nanoTime();
    Path config = null;
    boolean proxyMetrics = false;
    boolean runtimeMetrics = false;
    boolean endWithStdin = false;
    for (int i = 0; i < arguments.length; i++) {
      Option option = Option.of(arguments[i]);
      switch (option.name()) {
        case "help", "h" -> {
          return new Help();
        }
        case "version" -> {
          return new Version();
        }
        case "proxy-metrics" -> proxyMetrics = option.flag();
        case "runtime-metrics" -> runtimeMetrics = option.flag();
        case "end-with-stdin" -> endWithStdin = option.flag();
        case "host", "port", "seed", "config" -> {
          String value = option.value();
          if (value == null) {
            i++;
            if (i == arguments.length) {
              throw new IllegalArgumentException(arguments[i - 1] + " needs a value; see --help");
            }
            value = arguments[i];
          }
          switch (option.name()) {
            case "host" -> host = value;
            case "port" -> port = Math.toIntExact(number("--port", value, 65_535));
            case "seed" -> seed = number("--seed", value, Long.MAX_VALUE);
            default -> config = Path.of(value);
          }
        }
        default ->
            throw new IllegalArgumentException(
                "unknown option " + arguments[i] + "; see --help for those there are");
      }
    }
    return new Serve(
        new ToxiproxySettings(
            host, port, seed, proxyMetrics, runtimeMetrics, ToxiproxySettings.HELD_BYTES),
        config,
        endWithStdin);
  }

  private static long number(String option, String value, long most) {
    try {
      long number = Long.parseLong(value);
      if (number <= most && (number >= 0 || option.equals("--seed"))) {
        return number;
      }
    } catch (NumberFormatException malformed) {
      throw new IllegalArgumentException(
          option + " " + value + " is not a whole number", malformed);
    }
    throw new IllegalArgumentException(option + " " + value + " is not between 0 and " + most);
  }

  /// One option as it was written.
  ///
  /// @param value what stands behind its equals sign, or null
  record Option(String name, String value) {
    static Option of(String argument) {
      if (!argument.startsWith("-")) {
        throw new IllegalArgumentException("unknown argument " + argument + "; see --help");
      }
      String plain = argument.substring(argument.startsWith("--") ? 2 : 1);
      int equals = plain.indexOf('=');
      return equals < 0
          ? new Option(plain, null)
          : new Option(plain.substring(0, equals), plain.substring(equals + 1));
    }

    boolean flag() {
      return value == null || Boolean.parseBoolean(value);
    }
  }
}
