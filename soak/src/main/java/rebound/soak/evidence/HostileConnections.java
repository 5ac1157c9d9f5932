package rebound.soak.evidence;

import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.ValueDeserializer;
import tools.jackson.databind.ValueSerializer;

/// A population's `connections` in JSON: a number, and of a hostile population an object with that
/// number as `asked` and what became of them.
///
/// @param asked sockets asked for
/// @param opened connections that stood
/// @param answered connections that got at least one complete response
/// @param closedByTarget connections that the target closed in order
/// @param kept connections still standing at the end
/// @param reset connections that the target reset
/// @param refused tries that the target refused
/// @param timedOut tries that got no answer in time
record HostileConnections(
    int asked,
    long opened,
    long answered,
    long closedByTarget,
    long kept,
    long reset,
    long refused,
    long timedOut) {

  private static HostileConnections of(int asked, ConnectionsRecord became) {
    return new HostileConnections(
        asked,
        became.opened(),
        became.answered(),
        became.closedByTarget(),
        became.kept(),
        became.reset(),
        became.refused(),
        became.timedOut());
  }

  /// Writes the number, or the object.
  static final class Writer extends ValueSerializer<Integer> {
    @Override
    public void serialize(Integer asked, JsonGenerator json, SerializationContext context) {
      if (json.currentValue() instanceof PopulationRecord population && population.hostile()) {
        json.writePOJO(of(asked, population.connectionLedger()));
      } else {
        json.writeNumber(asked);
      }
    }
  }

  /// Reads the number, which an object holds as `asked`.
  static final class Reader extends ValueDeserializer<Integer> {
    @Override
    public Integer deserialize(JsonParser json, DeserializationContext context) {
      return json.currentToken() == JsonToken.START_OBJECT
          ? context.readTree(json).get("asked").asInt()
          : json.getIntValue();
    }
  }
}
