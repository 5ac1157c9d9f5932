package rebound.soak.probe.jvm;

import com.sun.tools.attach.AttachNotSupportedException;
import com.sun.tools.attach.VirtualMachine;
import java.io.IOException;
import java.lang.management.BufferPoolMXBean;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryMXBean;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.lang.management.MemoryUsage;
import java.util.List;
import java.util.function.ToLongFunction;
import javax.management.JMException;
import javax.management.MBeanServerConnection;
import javax.management.ObjectName;
import javax.management.remote.JMXConnector;
import javax.management.remote.JMXConnectorFactory;
import javax.management.remote.JMXServiceURL;
import rebound.soak.evidence.sample.JvmSample;
import rebound.soak.evidence.sample.Reading;

/// A connection to a target that is a JVM of this machine and user, through its attach API and
/// its own management beans.
///
/// Attaching starts the target's local management agent, which takes some megabytes there: attach
/// before the warm baseline is measured, so that they are in it, and never in the middle of a
/// comparison. Reading allocates a little in the target: at marks only. Not thread-safe.
public final class JvmProbe implements AutoCloseable {
  private static final String COMMANDS = "com.sun.management:type=DiagnosticCommand";

  private final JMXConnector connector;
  private final MBeanServerConnection beans;

  private JvmProbe(JMXConnector connector, MBeanServerConnection beans) {
    this.connector = connector;
    this.beans = beans;
  }

  /// Attaches.
  ///
  /// @throws IOException where the process is no HotSpot JVM, belongs to another user or refuses
  ///     The agent's own address carries the stub itself: no directory is asked, and the target
  ///     is a process of this user on this machine.
  @SuppressWarnings("BanJNDI")
  public static JvmProbe attach(long pid) throws IOException {
    try {
      VirtualMachine machine = VirtualMachine.attach(Long.toString(pid));
      try {
        JMXConnector connector =
            JMXConnectorFactory.connect(new JMXServiceURL(machine.startLocalManagementAgent()));
        return new JvmProbe(connector, connector.getMBeanServerConnection());
      } finally {
        machine.detach();
      }
    } catch (AttachNotSupportedException e) {
      throw new IOException(
          "process "
              + pid
              + " cannot be attached to ("
              + e.getMessage()
              + "); heap, direct buffers and the attribution ladder need a HotSpot JVM",
          e);
    }
  }

  /// Reads all of it. A JVM that ended or refuses gives a sample of unreadable values.
  public JvmSample read() {
    try {
      MemoryMXBean memory =
          ManagementFactory.newPlatformMXBeanProxy(
              beans, ManagementFactory.MEMORY_MXBEAN_NAME, MemoryMXBean.class);
      MemoryUsage heap = memory.getHeapMemoryUsage();
      List<MemoryPoolMXBean> pools = beans(MemoryPoolMXBean.class);
      List<GarbageCollectorMXBean> collectors = beans(GarbageCollectorMXBean.class);
      List<BufferPoolMXBean> direct =
          beans(BufferPoolMXBean.class).stream()
              .filter(pool -> pool.getName().equals("direct"))
              .toList();
      return new JvmSample(
          System.nanoTime(),
          Reading.of(heap.getUsed()),
          afterCollection(pools),
          Reading.of(heap.getCommitted()),
          sum(direct, BufferPoolMXBean::getCount, "the JVM has no direct buffer pool"),
          sum(direct, BufferPoolMXBean::getMemoryUsed, "the JVM has no direct buffer pool"),
          named(pools, "Metaspace"),
          named(pools, "Code"),
          sum(collectors, GarbageCollectorMXBean::getCollectionCount, "the JVM has no collector"),
          sum(collectors, GarbageCollectorMXBean::getCollectionTime, "the JVM has no collector"),
          collectors.stream().map(GarbageCollectorMXBean::getName).toList());
    } catch (IOException | java.lang.reflect.UndeclaredThrowableException e) {
      return JvmSample.unreadable("the JVM cannot be asked: " + e.getMessage());
    }
  }

  /// Collects the heap, as `jcmd PID GC.run` does.
  ///
  /// @throws IOException where the JVM refuses
  public void collect() throws IOException {
    command("gcRun");
  }

  /// Makes the C allocator give back what it can, as `jcmd PID System.trim_native_heap` does.
  ///
  /// @throws IOException where the JVM refuses
  public void trimNativeHeap() throws IOException {
    command("systemTrimNativeHeap");
  }

  /// Lets go of the target.
  @Override
  public void close() throws IOException {
    connector.close();
  }

  private void command(String name) throws IOException {
    try {
      Object answer = beans.invoke(new ObjectName(COMMANDS), name, new Object[0], new String[0]);
      if (String.valueOf(answer).contains("Exception")) {
        throw new IOException("the JVM answers to " + name + ": " + answer);
      }
    } catch (JMException e) {
      throw new IOException("the JVM does not know " + name, e);
    }
  }

  private <T extends java.lang.management.PlatformManagedObject> List<T> beans(Class<T> type)
      throws IOException {
    return ManagementFactory.getPlatformMXBeans(beans, type);
  }

  private static Reading afterCollection(List<MemoryPoolMXBean> pools) {
    List<MemoryUsage> usages =
        pools.stream()
            .filter(pool -> pool.getType() == MemoryType.HEAP)
            .map(MemoryPoolMXBean::getCollectionUsage)
            .filter(usage -> usage != null)
            .toList();
    return sum(usages, MemoryUsage::getUsed, "the collector does not say what it left");
  }

  /// The code cache is one pool or three "CodeHeap"s.
  private static Reading named(List<MemoryPoolMXBean> pools, String prefix) {
    return sum(
        pools.stream().filter(pool -> pool.getName().startsWith(prefix)).toList(),
        pool -> pool.getUsage().getUsed(),
        "the JVM has no memory pool " + prefix);
  }

  private static <T> Reading sum(List<T> beans, ToLongFunction<T> field, String none) {
    return beans.isEmpty()
        ? Reading.unreadable(none)
        : Reading.of(beans.stream().mapToLong(field).sum());
  }
}
