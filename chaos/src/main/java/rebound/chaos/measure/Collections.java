package rebound.chaos.measure;

import com.sun.management.GarbageCollectionNotificationInfo;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.util.concurrent.atomic.AtomicLong;
import javax.management.ListenerNotFoundException;
import javax.management.Notification;
import javax.management.NotificationEmitter;
import javax.management.NotificationListener;
import javax.management.openmbean.CompositeData;

/// Collections of this process while it is watched: how long in all, and the longest.
final class Collections implements AutoCloseable, NotificationListener {
  private final AtomicLong longestMillis = new AtomicLong();
  private final long totalBefore = total();
  private long totalMillis = -1;

  Collections() {
    for (GarbageCollectorMXBean bean : ManagementFactory.getGarbageCollectorMXBeans()) {
      if (bean instanceof NotificationEmitter emitter) {
        emitter.addNotificationListener(this, null, null);
      }
    }
  }

  private static long total() {
    long millis = 0;
    for (GarbageCollectorMXBean bean : ManagementFactory.getGarbageCollectorMXBeans()) {
      millis += Math.max(0, bean.getCollectionTime());
    }
    return millis;
  }

  @Override
  public void handleNotification(Notification notification, Object handback) {
    if (notification.getUserData() instanceof CompositeData told
        && notification
            .getType()
            .equals(GarbageCollectionNotificationInfo.GARBAGE_COLLECTION_NOTIFICATION)) {
      GarbageCollectionNotificationInfo collection = GarbageCollectionNotificationInfo.from(told);
      // Concurrent work of a collector stops nobody.
      boolean pause =
          !collection.getGcAction().contains("cycle") && !collection.getGcCause().equals("No GC");
      if (pause) {
        longestMillis.accumulateAndGet(collection.getGcInfo().getDuration(), Math::max);
      }
    }
  }

  double totalMillis() {
    return totalMillis;
  }

  double longestMillis() {
    return Math.min(longestMillis.get(), totalMillis);
  }

  @Override
  public void close() {
    if (totalMillis >= 0) {
      return;
    }
    totalMillis = total() - totalBefore;
    for (GarbageCollectorMXBean bean : ManagementFactory.getGarbageCollectorMXBeans()) {
      if (bean instanceof NotificationEmitter emitter) {
        try {
          emitter.removeNotificationListener(this);
        } catch (ListenerNotFoundException e) {
          throw new IllegalStateException("a collector lost its listener", e);
        }
      }
    }
  }
}
