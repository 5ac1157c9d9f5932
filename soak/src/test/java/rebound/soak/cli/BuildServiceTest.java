package rebound.soak.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BuildServiceTest {
  @TempDir private Path folder;
  private final StringWriter out = new StringWriter();

  @Test
  void appendsToTheSummaryOfTheStep() throws IOException {
    Path summary = folder.resolve("summary");
    Files.writeString(summary, "before\n");
    BuildService service = BuildService.of(Map.of("GITHUB_STEP_SUMMARY", summary.toString()));

    service.tell("# one", List.of("::error::one"), new PrintWriter(out, true));
    service.tell("# two", List.of(), new PrintWriter(out, true));

    assertThat(summary).hasContent("before\n# one\n# two\n");
    assertThat(out.toString()).isEmpty();
  }

  @Test
  void annotatesWhereLinesBecomeAnnotations() throws IOException {
    BuildService service = BuildService.of(Map.of("GITHUB_ACTIONS", "true"));

    service.tell("# one", List.of("::error::one"), new PrintWriter(out, true));

    assertThat(out.toString()).isEqualToIgnoringNewLines("::error::one");
  }

  @Test
  void aSummaryThatGrowsPastWhatIsShownStaysAsItIs() throws IOException {
    Path summary = folder.resolve("summary");
    Files.writeString(summary, "x".repeat(1 << 20));
    BuildService service = BuildService.of(Map.of("GITHUB_STEP_SUMMARY", summary.toString()));

    service.tell("# one", List.of(), new PrintWriter(out, true));

    assertThat(Files.size(summary)).isEqualTo(1 << 20);
  }
}
