package rebound.chaos.process;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/// A process of its own that takes memory and holds it until its standard input ends, which it does
/// when its parent is gone.
final class MemoryHog {
  private static final long STEP_BYTES = 64L * 1024 * 1024;
  private static final long PAGE_BYTES = 4096;

  private MemoryHog() {}

  /// Takes the memory, says `ready` and waits.
  ///
  /// @param arguments how many bytes
  public static void main(String[] arguments) throws IOException {
    long wantedBytes = Long.parseLong(arguments[0]);
    for (long taken = 0; taken < wantedBytes; taken += STEP_BYTES) {
      take(Math.min(STEP_BYTES, wantedBytes - taken));
    }
    System.out.println("ready");
    System.out.flush();
    while (System.in.read() >= 0) {
      // Only the end counts.
    }
  }

  /// Memory belongs to a process only once each of its pages was written.
  private static void take(long bytes) {
    MemorySegment segment = Arena.global().allocate(bytes);
    for (long at = 0; at < bytes; at += PAGE_BYTES) {
      segment.set(ValueLayout.JAVA_BYTE, at, (byte) 1);
    }
  }
}
