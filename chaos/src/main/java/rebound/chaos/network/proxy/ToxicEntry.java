package rebound.chaos.network.proxy;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import rebound.chaos.network.link.NamedToxic;
import rebound.chaos.network.toxic.Direction;
import rebound.chaos.network.toxic.Toxic;

/// A toxic as a request asks for it; null where the request says nothing.
///
/// @param stream `upstream` or `downstream` in any case
/// @param toxicity the share of connections that it acts on
/// @param attributes by name in any case; a null value leaves the attribute as it is
public record ToxicEntry(
    String name, String type, String stream, Float toxicity, Map<String, Long> attributes) {
  public ToxicEntry {
    attributes = Collections.unmodifiableMap(new LinkedHashMap<>(attributes));
  }

  /// The toxic that this creates.
  NamedToxic toxic() throws Refusal {
    String streamText = stream == null ? Direction.DOWNSTREAM.text() : stream;
    Direction direction =
        Direction.of(streamText)
            .orElseThrow(
                () -> new Refusal(400, "stream was invalid, can be either upstream or downstream"));
    Toxic kind =
        Toxic.ofType(type == null ? "" : type)
            .orElseThrow(() -> new Refusal(400, "invalid toxic type"));
    return new NamedToxic(
        name == null || name.isEmpty() ? type + "_" + streamText : name,
        streamText,
        direction,
        toxicity == null ? 1 : toxicity,
        merged(kind));
  }

  /// A toxic after this change: attributes and toxicity only.
  NamedToxic change(NamedToxic before) throws Refusal {
    return before.with(toxicity == null ? before.toxicity() : toxicity, merged(before.toxic()));
  }

  private Toxic merged(Toxic before) throws Refusal {
    Map<String, Long> merged = new LinkedHashMap<>(before.attributes());
    attributes.forEach(
        (name, value) -> {
          String known = name.toLowerCase(Locale.ROOT);
          if (value != null && merged.containsKey(known)) {
            merged.put(known, value);
          }
        });
    try {
      return before.with(merged);
    } catch (IllegalArgumentException outOfRange) {
      throw Refusal.badBody(outOfRange.getMessage());
    }
  }
}
