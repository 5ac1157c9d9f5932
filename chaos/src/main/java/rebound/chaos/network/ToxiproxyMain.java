package rebound.chaos.network;

import java.io.IOException;
import java.io.PrintStream;
import java.net.BindException;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;

/// Runs a Toxiproxy server alone.
///
/// The first line on the standard output is `ready: toxiproxy api=HOST:PORT`. SIGTERM and SIGINT
/// end it with exit code 0; wrong usage is 2, a port that cannot be bound 3.
public final class ToxiproxyMain {
  private static final int WRONG_USAGE = 2;
  private static final int CANNOT_START = 3;
  private static final int FAILED = 1;

  private ToxiproxyMain() {}

  /// Starts the server and waits for its end.
  ///
  /// @param arguments see `--help`
  public static void main(String[] arguments) {
    int code = run(arguments, System.out, System.err);
    // Halting skips the hook that ends the server on a signal: here it has ended already.
    Runtime.getRuntime().halt(code);
  }

  static int run(String[] arguments, PrintStream out, PrintStream err) {
    Usage usage;
    try {
      usage = Usage.parse(arguments);
    } catch (IllegalArgumentException wrong) {
      err.println("toxiproxy: " + wrong.getMessage());
      return WRONG_USAGE;
    }
    return switch (usage) {
      case Usage.Help help -> {
        out.print(Usage.HELP);
        yield 0;
      }
      case Usage.Version version -> {
        out.println("toxiproxy-server version 2.12.0 (rebound)");
        yield 0;
      }
      case Usage.Serve serve -> serve(serve, out, err);
    };
  }

  private static int serve(Usage.Serve serve, PrintStream out, PrintStream err) {
    ToxiproxySettings settings = serve.settings();
    try (Toxiproxy server = Toxiproxy.start(settings, proxies(serve.config(), err), err::println)) {
      Runtime.getRuntime().addShutdownHook(new Thread(() -> end(server), "toxiproxy-end"));
      if (serve.endWithStdin()) {
        Thread.ofPlatform().name("toxiproxy-stdin").daemon().start(() -> awaitStdin(server));
      }
      out.println("ready: toxiproxy api=" + server.api().getAuthority());
      out.flush();
      Throwable failure = server.join();
      if (failure != null) {
        err.println("toxiproxy: ended by a bug of its own: " + failure);
        return FAILED;
      }
      return 0;
    } catch (UnknownHostException unknown) {
      err.println(
          "toxiproxy: --host " + settings.host() + " is not known; use an address of this machine");
    } catch (BindException taken) {
      err.printf(
          "toxiproxy: --port %d of --host %s cannot be bound (%s); choose another or 0 for any%n",
          settings.port(), settings.host(), taken.getMessage());
    } catch (IOException failed) {
      err.println("toxiproxy: cannot start: " + failed.getMessage());
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      err.println("toxiproxy: interrupted");
    }
    return CANNOT_START;
  }

  /// A missing or unreadable file is logged; the server then starts without proxies.
  private static String proxies(Path config, PrintStream err) {
    if (config == null) {
      return "";
    }
    try {
      return Files.readString(config);
    } catch (IOException unreadable) {
      err.println("toxiproxy: --config " + config + " cannot be read: " + unreadable.getMessage());
      return "";
    }
  }

  /// The hook of a signal: without the halt the process would end with the signal's own code.
  private static void end(Toxiproxy server) {
    server.close();
    Runtime.getRuntime().halt(0);
  }

  private static void awaitStdin(Toxiproxy server) {
    try {
      while (System.in.read() >= 0) {
        // What comes on the standard input means nothing; its end does.
      }
    } catch (IOException broken) {
      // As good as its end: whoever held it is gone.
    }
    server.close();
  }
}
