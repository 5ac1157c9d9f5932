package rebound.soak.result;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import rebound.soak.RunSchema;
import rebound.soak.evidence.RunRecord;
import rebound.soak.evidence.sample.Environment;
import rebound.soak.journal.RunFolder;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;

/// `docs/run.schema.json` is what others read `run.json` by.
final class RunSchemaTest {
  private static final ObjectMapper JSON = new ObjectMapper();

  @TempDir private Path runs;

  @Test
  void aRunKeepsToTheSchema() throws IOException {
    RunFolder folder = SampleRun.write(runs, "one", 1, SampleRun.WHOLE);
    ResultFiles.write(folder);

    assertThat(RunSchema.complaints(Files.readString(folder.file("run.json")))).isEmpty();
  }

  @Test
  void theGoldenRunKeepsToTheSchemaAndIsStillRead() throws IOException {
    String golden = golden();

    assertThat(RunSchema.complaints(golden)).isEmpty();
    RunRecord run = JSON.readValue(golden, RunRecord.class);
    assertThat(run.plan()).isEqualTo("golden");
    assertThat(JSON.readTree(JSON.writeValueAsString(run))).isEqualTo(JSON.readTree(golden));
  }

  @Test
  void aHostilePopulationSaysWhatBecameOfItsConnections() throws IOException {
    JsonNode populations = JSON.readTree(golden()).at("/phases/2/populations");

    assertThat(populations.get(0).get("connections").isNumber()).isTrue();
    JsonNode hostile = populations.get(1).get("connections");
    assertThat(hostile.get("asked").asInt()).isEqualTo(5);
    assertThat(hostile.propertyNames())
        .contains("opened", "answered", "closedByTarget", "kept", "reset", "refused", "timedOut");
  }

  @Test
  void aMissingOrWrongFieldBreaksTheSchema() throws IOException {
    String golden = golden();

    assertThat(RunSchema.complaints(golden.replace("\"verdict\"", "\"word\""))).isNotEmpty();
    assertThat(RunSchema.complaints(golden.replace("\"seed\" : 1", "\"seed\" : \"one\"")))
        .isNotEmpty();
  }

  @Test
  void everyFieldOfTheRecordsStandsInTheSchemaAndNoOther() throws IOException {
    JsonNode schema = JSON.readTree(Files.readString(RunSchema.FILE));
    List<String> differences = new ArrayList<>();
    compare("run.json", RunRecord.class, schema, schema, differences);

    assertThat(differences)
        .as("mend docs/run.schema.json: add the field with a description, or take it out")
        .isEmpty();
  }

  private static void compare(
      String place, Class<?> type, JsonNode node, JsonNode schema, List<String> differences) {
    TreeSet<String> fields = new TreeSet<>();
    for (RecordComponent component : type.getRecordComponents()) {
      String name = name(component);
      fields.add(name);
      JsonNode property = node.at("/properties/" + name);
      Class<?> inner = innerRecord(component.getGenericType());
      if (inner != null && !property.isMissingNode()) {
        compare(place + "." + name, inner, resolved(property, schema), schema, differences);
      }
    }
    TreeSet<String> described = new TreeSet<>(node.path("properties").propertyNames());
    if (!described.equals(fields)) {
      differences.add(place + " has " + fields + ", the schema " + described);
    }
  }

  private static JsonNode resolved(JsonNode property, JsonNode schema) {
    if (property.has("items")) {
      return resolved(property.get("items"), schema);
    }
    if (property.has("additionalProperties")) {
      return resolved(property.get("additionalProperties"), schema);
    }
    if (property.has("anyOf")) {
      return resolved(property.at("/anyOf/0"), schema);
    }
    return property.has("$ref")
        ? schema.at(property.get("$ref").asString().substring(1))
        : property;
  }

  private static String name(RecordComponent component) {
    JsonProperty renamed = component.getAccessor().getAnnotation(JsonProperty.class);
    return renamed == null ? component.getName() : renamed.value();
  }

  /// The record that a component holds, itself or in a list or map; null where there is none.
  private static Class<?> innerRecord(Type type) {
    Type held = type;
    if (type instanceof ParameterizedType generic) {
      Type[] arguments = generic.getActualTypeArguments();
      held = arguments[generic.getRawType() == Map.class ? 1 : 0];
    }
    return held instanceof Class<?> inner && inner.isRecord() && inner != Environment.class
        ? inner
        : null;
  }

  private static String golden() throws IOException {
    try (InputStream file = RunSchemaTest.class.getResourceAsStream("golden-run.json")) {
      return new String(file.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  @Test
  void everyCellOfTheTablesStandsUnderItsHeading() throws IOException {
    RunFolder folder = SampleRun.write(runs, "one", 1, SampleRun.WHOLE);
    ResultFiles.write(folder);

    for (String name : List.of("phases.csv", "timeline.csv")) {
      List<String> lines = Files.readAllLines(folder.file(name));
      long headings = cells(lines.getFirst());
      assertThat(lines).hasSizeGreaterThan(2);
      assertThat(lines).as(name).allMatch(line -> cells(line) == headings);
    }
  }

  /// Cells of a line of which none holds a quoted comma.
  private static long cells(String line) {
    String plain = line.replaceAll("\"[^\"]*\"", "");
    return Stream.of(plain.split(",", -1)).count();
  }
}
