package rebound.soak.probe.jvm;

import com.sun.tools.attach.AttachNotSupportedException;
import com.sun.tools.attach.VirtualMachine;
import java.io.IOException;
import java.lang.management.BufferPoolMXBean;
import java.lang.management.ManagementFactory;
import javax.management.MBeanServerConnection;
import javax.management.remote.JMXConnector;
import javax.management.remote.JMXConnectorFactory;
import javax.management.remote.JMXServiceURL;
import rebound.soak.evidence.sample.Reading;

/// Direct buffers of a JVM, which only its management beans count. Their agent takes some
/// megabytes in the target, so it is started where a plan asks for it, before the baseline.
final class DirectBuffers implements AutoCloseable {
  private final JMXConnector connector;
  private final MBeanServerConnection beans;
  private final String refused;

  private DirectBuffers(JMXConnector connector, MBeanServerConnection beans, String refused) {
    this.connector = connector;
    this.beans = beans;
    this.refused = refused;
  }

  /// Nobody asked for them.
  static DirectBuffers unasked() {
    return new DirectBuffers(
        null, null, "direct buffers are read with jvm: management in the plan");
  }

  /// Starts the agent. A JVM that refuses gives unreadable values: the other readings need no
  /// agent.
  // The agent's own address carries the stub itself: no directory is asked, and the target is a
  // process of this user on this machine.
  @SuppressWarnings("BanJNDI")
  static DirectBuffers attach(long pid) {
    try {
      VirtualMachine machine = VirtualMachine.attach(Long.toString(pid));
      try {
        JMXConnector connector =
            JMXConnectorFactory.connect(new JMXServiceURL(machine.startLocalManagementAgent()));
        return new DirectBuffers(connector, connector.getMBeanServerConnection(), "");
      } finally {
        machine.detach();
      }
    } catch (AttachNotSupportedException | IOException e) {
      return new DirectBuffers(
          null, null, "the JVM has no management agent for direct buffers: " + e.getMessage());
    }
  }

  /// How many are not freed.
  Reading count() {
    return pool(BufferPoolMXBean::getCount);
  }

  /// Their bytes.
  Reading bytes() {
    return pool(BufferPoolMXBean::getMemoryUsed);
  }

  private Reading pool(java.util.function.ToLongFunction<BufferPoolMXBean> field) {
    if (!refused.isEmpty()) {
      return Reading.unreadable(refused);
    }
    try {
      return ManagementFactory.getPlatformMXBeans(beans, BufferPoolMXBean.class).stream()
          .filter(it -> it.getName().equals("direct"))
          .findFirst()
          .map(it -> Reading.of(field.applyAsLong(it)))
          .orElse(Reading.unreadable("the JVM has no direct buffer pool"));
    } catch (IOException | java.lang.reflect.UndeclaredThrowableException e) {
      return Reading.unreadable("the JVM's beans cannot be asked: " + e.getMessage());
    }
  }

  @Override
  public void close() throws IOException {
    if (connector != null) {
      connector.close();
    }
  }
}
