package rebound.soak.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;
import rebound.soak.target.Home;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;

/// Plan `memory-return`, shortened, on the real server: Undertow's own buffer pool must fail, or
/// the plan sees nothing.
class MatrixIT {
  private static final Path REPOSITORY = Path.of("..").toAbsolutePath().normalize();

  @TempDir private Path runs;

  @Test
  void theDefaultPoolFailsAndTheBoundedOnePasses() throws Exception {
    assumeTrue(
        Files.exists(REPOSITORY.resolve("server/target/rebound-server.jar"))
            && Files.exists(REPOSITORY.resolve("fake-db/target")),
        "the server is not built: mvn verify builds it first");
    Path plan = Files.writeString(runs.resolve("plan.yaml"), shortened());
    StringWriter out = new StringWriter();
    CommandLine line =
        ReboundMain.commandLine(
            new Home(
                REPOSITORY,
                Path.of(System.getProperty("java.home"), "bin", "java"),
                System.getenv("PATH")),
            Map.of());
    line.setOut(new PrintWriter(out, true));

    int code =
        line.execute(
            "run",
            plan.toString(),
            "--matrix",
            "pool-bounded,pool-default",
            "--set",
            "phases.warm-up.duration=1s",
            "--set",
            "phases.rest-warm.duration=1s",
            "--set",
            "phases.load.duration=2s",
            "--set",
            "phases.rest.duration=1s",
            "--set",
            "repeat.times=1",
            "--quiet",
            "--out",
            runs.resolve("all").toString());

    Map<String, String> verdicts = new HashMap<>();
    Path matrix = Rebound.onlyRun(runs.resolve("all"));
    JsonNode json = new ObjectMapper().readTree(Files.readString(matrix.resolve("matrix.json")));
    json.get("rows")
        .forEach(row -> verdicts.put(row.get("variant").asString(), row.get("memory").asString()));
    assertThat(verdicts)
        .as(out.toString())
        .containsEntry("pool-bounded", "PASS")
        .containsEntry("pool-default", "FAIL");
    assertThat(out.toString()).contains("MATRIX: PASS");
    assertThat(code).isZero();
  }

  /// The plan with room for a server that is not warm after two seconds; what is stranded is far
  /// above it.
  private static String shortened() throws IOException {
    try (InputStream text = MatrixIT.class.getResourceAsStream("/plans/memory-return.yaml")) {
      return new String(text.readAllBytes(), StandardCharsets.UTF_8)
          .replace("settledRatio, max: 1.10", "settledRatio, max: 1.8");
    }
  }
}
