package rebound.fakedb;

import java.io.IOException;
import java.io.OutputStream;
import java.util.Arrays;

/// Starts the fake database.
///
/// It prints one line on standard output when all its ports are open. It ends with 0 on SIGTERM,
/// with 2 on a wrong command line or configuration, with 3 where a port is taken or a bug of ours
/// ended it.
public final class FakeDatabaseMain {
  private FakeDatabaseMain() {}

  /// Starts it, and returns when it has ended.
  ///
  /// @param arguments its options; see `--help`
  /// @throws InterruptedException when interrupted while it runs
  public static void main(String[] arguments) throws InterruptedException {
    if (Arrays.asList(arguments).contains("--help")) {
      System.out.print(Options.HELP);
      return;
    }
    Options options;
    FakeDatabase database;
    try {
      options = Options.parse(arguments);
      database = FakeDatabase.start(options);
    } catch (IllegalArgumentException e) {
      System.err.println("fake-db: " + e.getMessage());
      System.exit(2);
      return;
    } catch (IOException e) {
      System.err.println("fake-db: " + e.getMessage());
      System.exit(3);
      return;
    }
    Runtime.getRuntime().addShutdownHook(Thread.ofPlatform().unstarted(() -> end(database)));
    System.out.println(database.readyLine());
    if (options.endWithStdin()) {
      awaitEndOfInput();
      System.exit(0);
    }
    database.join();
  }

  /// A process that a signal ends says 143; one that was asked to end and did says 0.
  private static void end(FakeDatabase database) {
    if (!database.failed()) {
      database.drain();
    }
    database.close();
    Runtime.getRuntime().halt(database.failed() ? 3 : 0);
  }

  private static void awaitEndOfInput() {
    try {
      System.in.transferTo(OutputStream.nullOutputStream());
    } catch (IOException e) {
      System.err.println("fake-db: standard input broke, which ends it: " + e.getMessage());
    }
  }
}
