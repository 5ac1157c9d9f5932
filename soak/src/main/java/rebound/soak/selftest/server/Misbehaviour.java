package rebound.soak.selftest.server;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/// Does what the fault says, request by request. Time counts from the first request of the load.
/// Thread-safe.
final class Misbehaviour implements AutoCloseable {
  // The check of routes before a load asks once or twice, and some seconds may pass after it.
  private static final long LOAD_FROM = 5;
  private static final long KILOBYTE = 1000;
  private static final double SAW_BYTES = 62e6;
  private static final double WARM_UP_BYTES = 60e6;

  private final Fault fault;
  private final double scale;
  private final Memory memory = new Memory();
  private final AtomicLong requests = new AtomicLong();
  private final AtomicLong firstNanos = new AtomicLong();
  private final Path cached;
  private final Process child;
  private double warm;

  Misbehaviour(Fault fault, double scale, Child starter) throws IOException {
    this.fault = fault;
    this.scale = scale;
    this.child = fault == Fault.LEAK_IN_CHILD ? starter.start() : null;
    this.cached =
        fault == Fault.PAGE_CACHE ? Files.createTempFile("rebound-cache", "") : Path.of("unused");
  }

  /// Starts the child process that leaks.
  interface Child {
    Process start() throws IOException;
  }

  void connection() {
    if (fault == Fault.LEAK_PER_CONNECTION && loaded()) {
      memory.leak((long) (KILOBYTE * scale));
    }
  }

  /// Handles a request of the load.
  ///
  /// @return whether it is answered
  boolean request() throws IOException, InterruptedException {
    long number = requests.incrementAndGet();
    if (number == LOAD_FROM) {
      firstNanos.set(System.nanoTime());
    }
    switch (fault) {
      case NONE, LEAK_PER_CONNECTION, ACCEPT_STOPS, HANG -> {}
      case LEAK_PER_REQUEST -> memory.leak((long) (KILOBYTE * scale));
      case ALLOCATOR_RETENTION -> {
        if (number == 20) {
          memory.retain(150_000_000);
        }
      }
      case SAWTOOTH -> saw(number);
      case WARM_UP -> warmUp();
      case PAGE_CACHE -> memory.write(cached, (int) (KILOBYTE * scale));
      case LEAK_IN_CHILD -> tellChild();
      case DESCRIPTOR_LEAK -> {
        if (number % Math.max(1, Math.round(600 / scale)) == 0) {
          memory.leakDescriptor();
        }
      }
      case LOST_REQUEST -> {
        return number % 50 != 0;
      }
    }
    return true;
  }

  /// Called for every request, also of the probes.
  void hang() throws InterruptedException {
    if (fault == Fault.HANG && loaded()) {
      double since = seconds();
      if (since >= 3 && since < 6) {
        TimeUnit.MILLISECONDS.sleep((long) ((6 - since) * 1000));
      }
    }
  }

  boolean accepting() {
    return fault != Fault.ACCEPT_STOPS || !loaded() || seconds() < 3;
  }

  private boolean loaded() {
    return firstNanos.get() != 0;
  }

  private double seconds() {
    return (System.nanoTime() - firstNanos.get()) / 1e9;
  }

  /// A tooth lasts seven minutes, scaled.
  private void saw(long number) throws IOException {
    if (number % 50 == 0) {
      double place = seconds() * scale / 420;
      memory.hold((long) (SAW_BYTES * (place - Math.floor(place))));
    }
  }

  /// 1 − e^(−t/τ) with τ of seven and a half minutes, scaled: a sixth of the soak.
  private synchronized void warmUp() {
    double now = WARM_UP_BYTES * -Math.expm1(-seconds() * scale / 450);
    if (now - warm > 64_000) {
      memory.leak((long) (now - warm));
      warm = now;
    }
  }

  private synchronized void tellChild() throws IOException {
    OutputStream out = child.getOutputStream();
    out.write('\n');
    out.flush();
  }

  @Override
  public void close() throws IOException {
    if (child != null) {
      child.getOutputStream().close();
      child.destroy();
    }
    if (fault == Fault.PAGE_CACHE) {
      Files.deleteIfExists(cached);
    }
  }
}
