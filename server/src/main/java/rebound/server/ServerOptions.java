package rebound.server;

import java.util.Optional;
import rebound.server.coroutine.Await;
import rebound.server.database.DatabaseAddress;
import rebound.server.guard.Patience;
import rebound.server.overload.Admission;
import rebound.server.overload.Policy;

/// What the command line says, checked.
///
/// @param host the address to listen on
/// @param port the port, 0 for any free one
/// @param await how handlers wait
/// @param eventLoops how many event loops there are
/// @param database where the database is, if there is one
/// @param connections how many connections are held open at once
/// @param admission what is let in
/// @param bufferPool which buffer pool Undertow gets
/// @param patience how long the server waits for a client
/// @param endWithStdin whether the server ends when its standard input does
record ServerOptions(
    String host,
    int port,
    Await await,
    int eventLoops,
    Optional<DatabaseAddress> database,
    int connections,
    Admission admission,
    BufferPool bufferPool,
    Patience patience,
    boolean endWithStdin) {

  /// Which buffer pool Undertow gets.
  enum BufferPool {
    /// Bounded, without a cache per thread.
    BOUNDED,
    /// Undertow's own, which breaks under virtual threads.
    DEFAULT
  }

  ServerOptions {
    if (port < 0 || port > 65_535) {
      throw new IllegalArgumentException(
          "port: %d is out of range; use 0 (any free port) to 65535".formatted(port));
    }
    if (connections < 1 || connections > 1_000_000) {
      throw new IllegalArgumentException(
          "connections: %d is out of range; use 1 to 1000000".formatted(connections));
    }
    if (eventLoops < 1 || eventLoops > 64) {
      throw new IllegalArgumentException(
          "event-loops: %d is out of range; use 1 to 64".formatted(eventLoops));
    }
  }

  static final String HELP =
      """
      rebound serve server [OPTIONS]: the coroutine HTTP server, Rebound's default target

        --port N                   port to listen on, 0 for any free one (default 8080)
        --host ADDRESS             address to listen on (default 127.0.0.1)
        --await STRATEGY           how handlers wait: coroutine, coroutine-pool, threads-N, blocking or
                                   callback (default coroutine)
        --event-loops N            event loops, each one thread (default 1)
        --database HOST:PORT       a database that speaks RESP, for /one, /three and /all
        --database-connections N   connections to it, of all event loops together (default 64)
        --database-pipeline N      calls that one connection carries at once (default 1)
        --connections N            connections held open at once (default 12000, or four fifths of the
                                   file descriptors)
        --admission POLICY         what is let in: none, fixed, aimd, gradient2 or codel (default codel)
        --admission-limit N        the limit of fixed and codel (default: from the database's slots)
        --buffer-pool NAME         bounded, or default: Undertow's own pool and sender, each answer from
                                   a virtual thread, which grows without bound (default bounded)
        --idle-timeout-millis N    closes a connection without a request (default 15000)
        --head-timeout-millis N    for a request's head, once begun (default 5000)
        --body-timeout-millis N    for a body, or for the client to read an answer, besides the
                                   least rate (default 10000)
        --least-bytes-per-second N the least rate of bodies and of answers (default 1000)
        --end-with-stdin           end when standard input ends
        --help                     this text

      The first line on standard output is `ready: server http=HOST:PORT`. SIGTERM drains and ends.

      Example: rebound serve server --port 8080 --database 127.0.0.1:6390
      """;

  /// Reads the arguments.
  ///
  /// @throws IllegalArgumentException with what is wrong and what to do
  static ServerOptions parse(String... arguments) {
    Arguments given = Arguments.parse(arguments);
    int connections = given.integer("database-connections", 64);
    int pipeline = given.integer("database-pipeline", 1);
    ServerOptions options =
        new ServerOptions(
            given.text("host", "127.0.0.1"),
            given.integer("port", 8080),
            Await.parse(given.text("await", "coroutine")),
            given.integer("event-loops", 1),
            given
                .text("database")
                .map(address -> DatabaseAddress.parse(address, connections, pipeline)),
            given.integer("connections", Descriptors.connections()),
            new Admission(
                Policy.parse(given.text("admission", "codel")),
                given.integer("admission-limit", 0),
                Math.max(1, connections * pipeline)),
            bufferPool(given.text("buffer-pool", "bounded")),
            patience(given),
            given.flag("end-with-stdin"));
    given.refuseUnused();
    return options;
  }

  private static Patience patience(Arguments given) {
    Patience usual = Patience.usual();
    return new Patience(
        given.integer("idle-timeout-millis", usual.idleMillis()),
        given.integer("head-timeout-millis", usual.headMillis()),
        given.integer("body-timeout-millis", usual.bodyMillis()),
        given.integer("least-bytes-per-second", usual.leastBytesPerSecond()),
        usual.lingerMillis(),
        usual.tunnelMillis());
  }

  private static BufferPool bufferPool(String name) {
    return switch (name) {
      case "bounded" -> BufferPool.BOUNDED;
      case "default" -> BufferPool.DEFAULT;
      default ->
          throw new IllegalArgumentException(
              "buffer-pool: '%s' is not known; use bounded or default".formatted(name));
    };
  }
}
