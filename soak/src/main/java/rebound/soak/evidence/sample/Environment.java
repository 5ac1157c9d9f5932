package rebound.soak.evidence.sample;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/// What has to be known to read a result: machine, kernel, JDK, limits (METHODOLOGY 8.4). Names
/// carry their unit; a fact that could not be read holds the reason as text.
///
/// @param facts name to a number, text or list, in a stable order
public record Environment(@JsonValue Map<String, Object> facts) {
  @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
  public Environment {
    facts = Collections.unmodifiableMap(new LinkedHashMap<>(facts));
  }

  /// The same with one more fact, or with another value of one.
  public Environment with(String name, Object fact) {
    Map<String, Object> more = new LinkedHashMap<>(facts);
    more.put(name, fact);
    return new Environment(more);
  }
}
