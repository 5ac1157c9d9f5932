package rebound.chaos.loop;

import java.io.File;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;

/// Waits for a selector to the microsecond, where `select(millis)` rounds to a millisecond: the
/// selector's own epoll descriptor is polled with `ppoll`, whose timeout counts nanoseconds, with
/// the thread's timer slack set to its least. Where that cannot be had (no native access, no
/// `/proc`) it waits in whole milliseconds and sleeps the rest in short naps.
sealed interface PreciseWait {

  /// Once, on the thread that will wait.
  void prepareThread();

  /// Waits until a channel is ready, somebody wakes the selector, or the time has passed; then
  /// tells the ready channels.
  void await(Selector selector, long nanos, Consumer<SelectionKey> ready) throws IOException;

  /// Finds the epoll descriptor of a selector as the only one that is new since before it was
  /// opened.
  ///
  /// @param descriptors epoll descriptors before
  record Probe(Set<Integer> descriptors) {
    static Probe before() {
      return new Probe(epollDescriptors());
    }

    PreciseWait after(Selector selector) {
      Set<Integer> fresh = epollDescriptors();
      fresh.removeAll(descriptors);
      boolean epoll = selector.getClass().getSimpleName().startsWith("EPoll");
      boolean allowed = PreciseWait.class.getModule().isNativeAccessEnabled();
      return epoll && allowed && fresh.size() == 1
          ? new Polled(fresh.iterator().next())
          : new Napping();
    }

    private static String linkOf(String name) {
      try {
        return Files.readSymbolicLink(Path.of("/proc/self/fd", name)).toString();
      } catch (IOException e) {
        // The descriptor that listed the directory is gone by now: it is no epoll descriptor.
        return "";
      }
    }

    private static Set<Integer> epollDescriptors() {
      Set<Integer> found = new HashSet<>();
      String[] names = new File("/proc/self/fd").list();
      for (String name : names == null ? new String[0] : names) {
        if (linkOf(name).contains("[eventpoll]")) {
          found.add(Integer.valueOf(name));
        }
      }
      return found;
    }
  }

  /// By `ppoll` on the epoll descriptor. "restricted" names native calls as such; jvm.options
  /// allows them, and Napping does without.
  @SuppressWarnings("restricted")
  final class Polled implements PreciseWait {
    private static final int PR_SET_TIMERSLACK = 29;
    private static final short POLLIN = 1;
    private static final MethodHandle PPOLL;
    private static final MethodHandle PRCTL;

    static {
      Linker linker = Linker.nativeLinker();
      PPOLL =
          linker.downcallHandle(
              linker.defaultLookup().findOrThrow("ppoll"),
              FunctionDescriptor.of(
                  ValueLayout.JAVA_INT,
                  ValueLayout.ADDRESS,
                  ValueLayout.JAVA_LONG,
                  ValueLayout.ADDRESS,
                  ValueLayout.ADDRESS));
      PRCTL =
          linker.downcallHandle(
              linker.defaultLookup().findOrThrow("prctl"),
              FunctionDescriptor.of(
                  ValueLayout.JAVA_INT, ValueLayout.JAVA_INT, ValueLayout.JAVA_LONG),
              Linker.Option.firstVariadicArg(1));
    }

    private final MemorySegment pollfd = Arena.ofAuto().allocate(8, 8);
    private final MemorySegment timespec = Arena.ofAuto().allocate(16, 8);

    Polled(int descriptor) {
      pollfd.set(ValueLayout.JAVA_INT, 0, descriptor);
      pollfd.set(ValueLayout.JAVA_SHORT, 4, POLLIN);
    }

    @Override
    public void prepareThread() {
      try {
        int result = (int) PRCTL.invokeExact(PR_SET_TIMERSLACK, 1L);
        assert result == 0 : "timer slack is a wish: without it waits end some 50 µs later";
      } catch (Throwable e) {
        throw new IllegalStateException("prctl cannot be called", e);
      }
    }

    @Override
    public void await(Selector selector, long nanos, Consumer<SelectionKey> ready)
        throws IOException {
      if (nanos > 0) {
        timespec.set(ValueLayout.JAVA_LONG, 0, nanos / 1_000_000_000L);
        timespec.set(ValueLayout.JAVA_LONG, 8, nanos % 1_000_000_000L);
        try {
          int count = (int) PPOLL.invokeExact(pollfd, 1L, timespec, MemorySegment.NULL);
          if (count == 0) {
            return;
          }
        } catch (Throwable e) {
          throw new IllegalStateException("ppoll cannot be called", e);
        }
      }
      selector.selectNow(ready);
    }
  }

  /// By `select` for whole milliseconds, and short naps between looks for the rest.
  final class Napping implements PreciseWait {
    private static final long NAP_NANOS = 50_000;

    @Override
    public void prepareThread() {}

    @Override
    public void await(Selector selector, long nanos, Consumer<SelectionKey> ready)
        throws IOException {
      if (nanos > 2_000_000) {
        selector.select(ready, nanos / 1_000_000 - 1);
      } else if (selector.selectNow(ready) == 0 && nanos > NAP_NANOS / 2) {
        LockSupport.parkNanos(Math.min(NAP_NANOS, nanos));
      }
    }
  }
}
