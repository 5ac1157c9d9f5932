package rebound.server.json;

import java.util.function.Function;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.TokenStreamFactory;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.core.util.JsonRecyclerPools;

/// Strict JSON in, by Jackson's streaming parser with its limits set for strangers. Thread-safe.
public final class Json {
  private static final int DEEPEST = 500;
  private static final int LONGEST_NUMBER = 1_000;
  private static final JsonFactory FACTORY =
      JsonFactory.builder()
          // Names that strangers choose must not fill a table that lives as long as the process.
          .disable(TokenStreamFactory.Feature.CANONICALIZE_PROPERTY_NAMES)
          .disable(TokenStreamFactory.Feature.INTERN_PROPERTY_NAMES)
          .disable(StreamReadFeature.INCLUDE_SOURCE_IN_LOCATION)
          .recyclerPool(JsonRecyclerPools.sharedBoundedPool())
          .streamReadConstraints(
              StreamReadConstraints.builder()
                  .maxNestingDepth(DEEPEST)
                  .maxNumberLength(LONGEST_NUMBER)
                  .build())
          .build();

  private Json() {}

  /// Reads a body that holds exactly one JSON value.
  ///
  /// @param body UTF-8
  /// @param reader takes the value and leaves the parser at its last token
  /// @throws MalformedJsonException when the body is something else
  public static <T> T read(byte[] body, Function<JsonParser, T> reader) {
    if (!Utf8.isWellFormed(body)) {
      throw new MalformedJsonException("the body is no JSON: it is not well-formed UTF-8");
    }
    try (JsonParser parser = FACTORY.createParser(ObjectReadContext.empty(), body)) {
      T value = reader.apply(parser);
      if (parser.nextToken() != null) {
        throw new MalformedJsonException("something follows the JSON value");
      }
      return value;
    } catch (JacksonException e) {
      throw new MalformedJsonException("the body is no JSON: " + firstLine(e.getOriginalMessage()));
    }
  }

  private static String firstLine(String message) {
    String line = message.lines().findFirst().orElse("");
    return line.length() <= 200 ? line : line.substring(0, 200) + "…";
  }
}
