package rebound.server.coroutine;

import java.lang.reflect.Constructor;
import java.util.Optional;
import java.util.concurrent.Executor;

/// Makes virtual threads that run on an executor of our choice.
///
/// The JDK has the constructor for its own tests and keeps it package-private; the jar's manifest
/// opens `java.lang` for it. Where the JDK refuses, [#onExecutor] says so once and the default
/// scheduler carries the threads.
final class Coroutines {
  private static final String BUILDER = "java.lang.ThreadBuilders$VirtualThreadBuilder";
  private static boolean refusalSaid;

  private Coroutines() {}

  /// A builder of virtual threads whose continuations are handed to the executor, or nothing.
  static Optional<Thread.Builder.OfVirtual> onExecutor(Executor executor) {
    try {
      Constructor<?> constructor = Class.forName(BUILDER).getDeclaredConstructor(Executor.class);
      constructor.setAccessible(true);
      return Optional.of((Thread.Builder.OfVirtual) constructor.newInstance(executor));
    } catch (ReflectiveOperationException | RuntimeException e) {
      sayOnce(e);
      return Optional.empty();
    }
  }

  private static synchronized void sayOnce(Exception reason) {
    if (!refusalSaid) {
      refusalSaid = true;
      System.err.printf(
          "await: this JDK gives no virtual threads on an event loop (%s); the default scheduler"
              + " carries them: start from the jar, or add --add-opens java.base/java.lang=ALL-UNNAMED%n",
          reason);
    }
  }
}
