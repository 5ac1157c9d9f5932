package rebound.soak.selftest.server;

import java.io.FileInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;

/// Takes memory, descriptors and page cache on purpose, outside the heap, so that the collector
/// has no part in it. Thread-safe.
final class Memory {
  private static final int PAGE = 4096;
  private static final int BLOCK = 64 * 1024;

  private final List<FileInputStream> descriptors = new ArrayList<>();
  private Arena saw;

  /// Memory of the C allocator that is never freed.
  synchronized void leak(long bytes) {
    touch(Arena.global().allocate(bytes));
  }

  /// A descriptor that is never closed.
  synchronized void leakDescriptor() throws IOException {
    descriptors.add(new FileInputStream("/dev/null"));
  }

  /// Takes so much of the C allocator in blocks, and frees all but a small one after each: the
  /// allocator cannot give back what lies between.
  synchronized void retain(long bytes) {
    List<Arena> freed = new ArrayList<>();
    for (long taken = 0; taken < bytes; taken += BLOCK) {
      Arena arena = Arena.ofShared();
      touch(arena.allocate(BLOCK));
      freed.add(arena);
      touch(Arena.global().allocate(64));
    }
    freed.forEach(Arena::close);
  }

  /// Holds so much from now on and lets go of what it held before.
  synchronized void hold(long bytes) throws IOException {
    if (saw != null) {
      saw.close();
    }
    saw = Arena.ofShared();
    Path file = Files.createTempFile("rebound-saw", "");
    try (FileChannel channel =
        FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
      // A private map: each page that is written becomes memory of this process alone, and all of
      // it
      // goes back when it is unmapped.
      touch(channel.map(FileChannel.MapMode.PRIVATE, 0, Math.max(PAGE, bytes), saw));
    } finally {
      Files.delete(file);
    }
  }

  /// Writes to a file and leaves it in the page cache; begins anew at 64 MB.
  synchronized void write(Path file, int bytes) throws IOException {
    boolean full = Files.exists(file) && Files.size(file) > 64_000_000;
    try (OutputStream out =
        full
            ? Files.newOutputStream(file)
            : Files.newOutputStream(file, StandardOpenOption.CREATE, StandardOpenOption.APPEND)) {
      out.write(new byte[bytes]);
    }
  }

  private static void touch(MemorySegment segment) {
    for (long at = 0; at < segment.byteSize(); at += PAGE) {
      segment.set(ValueLayout.JAVA_BYTE, at, (byte) 1);
    }
  }
}
