package rebound.soak;

import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/// The published JSON schema of `run.json`, for tests.
public final class RunSchema {
  /// Where it stands in the tree.
  public static final Path FILE = Path.of("../docs/run.schema.json");

  private RunSchema() {}

  /// What a `run.json` breaks; empty where it keeps to the schema.
  public static List<String> complaints(String json) throws IOException {
    Schema schema =
        SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
            .getSchema(Files.readString(FILE), InputFormat.JSON);
    return schema.validate(json, InputFormat.JSON).stream().map(Object::toString).toList();
  }
}
