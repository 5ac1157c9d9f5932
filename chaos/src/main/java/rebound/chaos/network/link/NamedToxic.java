package rebound.chaos.network.link;

import java.util.Objects;
import rebound.chaos.network.toxic.Direction;
import rebound.chaos.network.toxic.Toxic;

/// A toxic as a proxy has it.
///
/// @param name unique in its proxy, over both directions
/// @param stream the direction in the words of whoever created it, which the protocol echoes
/// @param direction which bytes it acts on
/// @param toxicity the share of connections that it acts on: none at 0 or less, all from 1
/// @param toxic what it does
public record NamedToxic(
    String name, String stream, Direction direction, float toxicity, Toxic toxic) {
  public NamedToxic {
    Objects.requireNonNull(name, "name");
    Objects.requireNonNull(stream, "stream");
    Objects.requireNonNull(direction, "direction");
    Objects.requireNonNull(toxic, "toxic");
  }

  /// The same toxic with another toxicity and other attributes.
  public NamedToxic with(float otherToxicity, Toxic otherToxic) {
    return new NamedToxic(name, stream, direction, otherToxicity, otherToxic);
  }
}
