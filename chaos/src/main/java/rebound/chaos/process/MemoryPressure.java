package rebound.chaos.process;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import rebound.chaos.heal.Fault;

/// Takes memory away from the whole machine, until it is closed.
///
/// A child process holds it and ends when its standard input does; so nothing is left when this
/// process is gone, however it went. Used by one thread.
public final class MemoryPressure implements Fault {
  /// Left to the machine, so that the kernel does not begin to kill processes.
  static final long RESERVE_BYTES = 256L * 1024 * 1024;

  private static final long MOST_SECONDS = 10;

  private final long bytes;
  private final Process hog;

  private MemoryPressure(long bytes, Process hog) {
    this.bytes = bytes;
    this.hog = hog;
  }

  /// Takes memory; it is taken when this returns.
  ///
  /// @throws IllegalArgumentException when less than 256 MiB would be left to the machine
  /// @throws IOException when the child cannot take it
  public static MemoryPressure of(long bytes) throws IOException {
    return of(bytes, availableBytes(Files.readAllLines(Path.of("/proc/meminfo"))));
  }

  static MemoryPressure of(long bytes, long availableBytes) throws IOException {
    if (bytes <= 0 || bytes > availableBytes - RESERVE_BYTES) {
      throw new IllegalArgumentException(
          "memory pressure of %d bytes does not fit: %d are available and %d stay free; use less"
              .formatted(bytes, availableBytes, RESERVE_BYTES));
    }
    Process hog =
        new ProcessBuilder(
                java(),
                "-XX:+UseSerialGC",
                "-Xmx16m",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                classPath(),
                MemoryHog.class.getName(),
                Long.toString(bytes))
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    String said = new BufferedReader(new InputStreamReader(hog.getInputStream(), UTF_8)).readLine();
    if (!"ready".equals(said)) {
      hog.destroyForcibly();
      throw new IOException("the child could not take " + bytes + " bytes of memory; use less");
    }
    return new MemoryPressure(bytes, hog);
  }

  /// Memory that can be had without swapping: `MemAvailable`, proc(5).
  static long availableBytes(List<String> memInfo) throws IOException {
    for (String line : memInfo) {
      if (line.startsWith("MemAvailable:")) {
        return Long.parseLong(line.replaceAll("\\D", "")) * 1024;
      }
    }
    throw new IOException("/proc/meminfo has no MemAvailable; use a kernel from 3.14 on");
  }

  /// The child that holds the memory.
  long pid() {
    return hog.pid();
  }

  @Override
  public String what() {
    return bytes + " bytes of memory taken from the machine";
  }

  @Override
  public void close() throws IOException {
    hog.getOutputStream().close();
    try {
      if (!hog.waitFor(MOST_SECONDS, TimeUnit.SECONDS)) {
        hog.destroyForcibly().waitFor(MOST_SECONDS, TimeUnit.SECONDS);
      }
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      hog.destroyForcibly();
    }
  }

  private static String java() throws IOException {
    return ProcessHandle.current()
        .info()
        .command()
        .orElseThrow(() -> new IOException("/proc does not say where this java stands"));
  }

  private static String classPath() throws IOException {
    try {
      return new File(MemoryHog.class.getProtectionDomain().getCodeSource().getLocation().toURI())
          .getPath();
    } catch (URISyntaxException malformed) {
      throw new IOException("the classes of memory pressure cannot be found", malformed);
    }
  }
}
