package rebound.server;

import java.io.IOException;
import java.net.BindException;
import java.util.List;
import rebound.server.memory.MemoryReturn;

/// Starts the server and stays until it is told to end.
public final class ServerMain {
  private static final int WRONG_USAGE = 2;
  private static final int NOT_POSSIBLE = 3;

  private ServerMain() {}

  /// Starts the server.
  ///
  /// @param arguments its options, see `--help`
  public static void main(String[] arguments) {
    if (List.of(arguments).contains("--help")) {
      System.out.print(ServerOptions.HELP);
      return;
    }
    try {
      run(ServerOptions.parse(arguments));
    } catch (IllegalArgumentException e) {
      end(WRONG_USAGE, e.getMessage());
    } catch (BindException e) {
      end(NOT_POSSIBLE, e.getMessage());
    } catch (IOException e) {
      end(NOT_POSSIBLE, "the server cannot start: " + e.getMessage());
    }
  }

  private static void run(ServerOptions options) throws IOException {
    Server server = Server.start(options);
    new MemoryReturn(server::answers).open();
    Runtime.getRuntime()
        .addShutdownHook(
            Thread.ofPlatform()
                .name("drain")
                .unstarted(
                    () -> {
                      server.drain();
                      // The JVM would report the signal; a drained server has ended well.
                      Runtime.getRuntime().halt(0);
                    }));
    System.out.printf("ready: server http=%s:%d%n", options.host(), server.port());
    System.out.flush();
    if (options.endWithStdin()) {
      waitForStdin();
      System.exit(0);
    }
  }

  private static void waitForStdin() throws IOException {
    byte[] ignored = new byte[256];
    int count;
    do {
      count = System.in.read(ignored);
    } while (count >= 0);
  }

  private static void end(int status, String message) {
    System.err.println("server: " + message);
    Runtime.getRuntime().halt(status);
  }
}
