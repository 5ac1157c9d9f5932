package rebound.soak.probe.jvm;

import java.io.IOException;
import java.util.Map;
import java.util.OptionalLong;
import rebound.soak.evidence.sample.JvmSample;
import rebound.soak.evidence.sample.Reading;
import rebound.soak.probe.process.ProcessIdentity;
import rebound.soak.probe.process.ProcessTree;

/// A connection to a target that is a HotSpot JVM of this machine and user, through the commands
/// of `jcmd`, and its management beans where direct buffers are wanted.
///
/// Attach before the warm baseline is measured, so that what it takes in the target is in it.
/// Reading takes the target some milliseconds: at marks only. Not thread-safe.
public final class JvmProbe implements AutoCloseable {
  private final JvmCommands commands;
  private final DirectBuffers direct;

  private JvmProbe(JvmCommands commands, DirectBuffers direct) {
    this.commands = commands;
    this.direct = direct;
  }

  /// The first process of a tree that is a JVM; a target may be started by a shell.
  public static OptionalLong find(ProcessTree tree) {
    return tree.members().stream()
        .mapToLong(ProcessIdentity::pid)
        .filter(JvmCommands::isJvm)
        .findFirst();
  }

  /// Attaches.
  ///
  /// @param beans whether its management agent is started too, for direct buffers
  /// @throws IOException where the process is no HotSpot JVM, belongs to another user or refuses
  public static JvmProbe attach(long pid, boolean beans) throws IOException {
    JvmCommands commands = JvmCommands.attach(pid);
    return new JvmProbe(commands, beans ? DirectBuffers.attach(pid) : DirectBuffers.unasked());
  }

  /// Reads all of it. A JVM that ended or refuses gives a sample of unreadable values.
  public JvmSample read() {
    try {
      String heap = commands.run("GC.heap_info");
      Map<String, String> counters = commands.counters();
      return new JvmSample(
          System.nanoTime(),
          JvmWords.heapUsed(heap),
          JvmWords.afterCollection(counters),
          JvmWords.heapCommitted(heap),
          direct.count(),
          direct.bytes(),
          JvmWords.counter(counters, "sun.gc.metaspace.used"),
          JvmWords.code(commands.run("Compiler.codecache")),
          JvmWords.collectors(counters, ".invocations"),
          millis(counters),
          JvmWords.names(counters));
    } catch (IOException e) {
      return JvmSample.unreadable("the JVM cannot be asked: " + e.getMessage());
    }
  }

  private static Reading millis(Map<String, String> counters) {
    Reading ticks = JvmWords.collectors(counters, ".time");
    OptionalLong perSecond = JvmWords.counter(counters, "sun.os.hrt.frequency").amount();
    return ticks.amount().isEmpty() || perSecond.isEmpty()
        ? ticks
        : Reading.of(Math.round(ticks.amount().getAsLong() * 1e3 / perSecond.getAsLong()));
  }

  /// Collects the heap.
  ///
  /// @throws IOException where the JVM refuses
  public void collect() throws IOException {
    commands.run("GC.run");
  }

  /// Makes the C allocator give back what it can.
  ///
  /// @throws IOException where the JVM refuses
  public void trimNativeHeap() throws IOException {
    commands.run("System.trim_native_heap");
  }

  /// Lets go of the target.
  @Override
  public void close() throws IOException {
    direct.close();
  }
}
