package rebound.chaos.network.toxic;

import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.random.RandomGenerator;

/// A kind of harm to a connection, with its attributes: immutable, as the protocol states it.
///
/// Attributes are whole numbers that are not negative; a record refuses others with
/// [IllegalArgumentException], which names the attribute and its value.
public sealed interface Toxic
    permits Latency, Bandwidth, SlowClose, Timeout, ResetPeer, Slicer, LimitData, Noop {

  /// The protocol's word for this kind.
  String type();

  /// The attributes by their protocol names, in the protocol's order.
  SequencedMap<String, Long> attributes();

  /// The same kind of toxic with other attributes.
  ///
  /// @param attributes all attributes of this kind by their protocol names
  Toxic with(Map<String, Long> attributes);

  /// Begins its work on one direction of one connection, or goes on after a change of attributes.
  ///
  /// @param random the connection's own draws
  /// @param nowNanos the present
  /// @param before the stage of this toxic before the change, or null at the beginning
  Stage stage(RandomGenerator random, long nowNanos, Stage before);

  /// How many bytes may wait for it on one connection. With 0 it has one piece at a time and lets
  /// the sender wait meanwhile.
  default long roomBytes() {
    return 0;
  }

  /// The kind of that name with the attributes that the protocol gives it when none are named;
  /// empty when there is no such kind.
  static Optional<Toxic> ofType(String type) {
    return switch (type) {
      case "latency" -> Optional.of(new Latency(0, 0));
      case "bandwidth" -> Optional.of(new Bandwidth(0));
      case "slow_close" -> Optional.of(new SlowClose(0));
      case "timeout" -> Optional.of(new Timeout(0));
      case "reset_peer" -> Optional.of(new ResetPeer(0));
      case "slicer" -> Optional.of(new Slicer(0, 0, 0));
      case "limit_data" -> Optional.of(new LimitData(0));
      case "noop" -> Optional.of(new Noop());
      default -> Optional.empty();
    };
  }
}
