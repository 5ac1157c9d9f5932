package rebound.soak.evidence.sample;

import java.util.List;

/// What a target that is a JVM says about its own memory, at a mark.
///
/// @param atNanos `System.nanoTime` of the look
/// @param heapUsedBytes heap in use, garbage included
/// @param heapAfterCollectionBytes heap in use after the last collection of each part
/// @param heapCommittedBytes heap that is taken from the system
/// @param directBuffers direct buffers that are not freed
/// @param directBytes their bytes
/// @param metaspaceBytes classes
/// @param codeCacheBytes compiled code
/// @param collections so far
/// @param collectionMillis time in them so far
/// @param collectors their names
public record JvmSample(
    long atNanos,
    Reading heapUsedBytes,
    Reading heapAfterCollectionBytes,
    Reading heapCommittedBytes,
    Reading directBuffers,
    Reading directBytes,
    Reading metaspaceBytes,
    Reading codeCacheBytes,
    Reading collections,
    Reading collectionMillis,
    List<String> collectors) {
  public JvmSample {
    collectors = List.copyOf(collectors);
  }

  /// A sample that could not be taken.
  public static JvmSample unreadable(String reason) {
    Reading none = Reading.unreadable(reason);
    return new JvmSample(
        System.nanoTime(), none, none, none, none, none, none, none, none, none, List.of());
  }
}
