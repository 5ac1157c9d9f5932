package rebound.soak.evidence;

import java.util.OptionalLong;
import rebound.soak.evidence.sample.JvmSample;
import rebound.soak.evidence.sample.Reading;

/// What a target that is a JVM said about itself at a phase's end; null where it could not be read.
///
/// @param heapAfterCollectionBytes heap in use after the last collection
/// @param heapCommittedBytes heap taken from the system
/// @param directBytes direct buffers
/// @param metaspaceBytes classes
/// @param codeCacheBytes compiled code
/// @param collections since it began
/// @param collectionMillis time in them
/// @param unreadable why something is null; empty where nothing is
public record JvmRecord(
    Long heapAfterCollectionBytes,
    Long heapCommittedBytes,
    Long directBytes,
    Long metaspaceBytes,
    Long codeCacheBytes,
    Long collections,
    Long collectionMillis,
    String unreadable) {

  /// The record of a sample.
  public static JvmRecord of(JvmSample sample) {
    return new JvmRecord(
        amount(sample.heapAfterCollectionBytes()),
        amount(sample.heapCommittedBytes()),
        amount(sample.directBytes()),
        amount(sample.metaspaceBytes()),
        amount(sample.codeCacheBytes()),
        amount(sample.collections()),
        amount(sample.collectionMillis()),
        why(sample.heapAfterCollectionBytes(), sample.directBytes(), sample.codeCacheBytes()));
  }

  private static Long amount(Reading reading) {
    OptionalLong amount = reading.amount();
    return amount.isPresent() ? amount.getAsLong() : null;
  }

  private static String why(Reading... readings) {
    for (Reading reading : readings) {
      if (reading instanceof Reading.Unreadable(String reason)) {
        return reason;
      }
    }
    return "";
  }
}
