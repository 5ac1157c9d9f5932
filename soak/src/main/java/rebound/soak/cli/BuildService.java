package rebound.soak.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import rebound.soak.compare.ComparisonText;
import rebound.soak.compare.RunComparison;
import rebound.soak.report.GithubActions;

/// The build service around this process, as its environment variables name it.
///
/// @param summary file whose Markdown the service shows on the build's page
///     (`GITHUB_STEP_SUMMARY`)
/// @param annotates true where lines such as `::error::` on the standard output become remarks on
///     the build's page (`GITHUB_ACTIONS`)
record BuildService(Optional<Path> summary, boolean annotates) {
  // What GitHub takes of one step; a longer text is refused as a whole.
  private static final int SUMMARY_BYTES = 1 << 20;

  static BuildService of(Map<String, String> environment) {
    String summary = environment.getOrDefault("GITHUB_STEP_SUMMARY", "");
    return new BuildService(
        summary.isEmpty() ? Optional.empty() : Optional.of(Path.of(summary)),
        environment.getOrDefault("GITHUB_ACTIONS", "").equals("true"));
  }

  /// There is none.
  static BuildService none() {
    return new BuildService(Optional.empty(), false);
  }

  /// Tells it how comparisons ended.
  ///
  /// @throws IOException when the summary's file cannot be written
  void tell(List<RunComparison> comparisons, PrintWriter out) throws IOException {
    for (RunComparison comparison : comparisons) {
      tell(
          ComparisonText.markdown(comparison),
          GithubActions.annotations(ComparisonText.gates(comparison)),
          out);
    }
  }

  /// Tells it how something ended.
  ///
  /// @param markdown appended to the summary
  /// @param annotations lines for the standard output
  /// @throws IOException when the summary's file cannot be written
  void tell(String markdown, List<String> annotations, PrintWriter out) throws IOException {
    if (annotates) {
      annotations.forEach(out::println);
    }
    if (summary.isPresent()) {
      byte[] text = (markdown + "\n").getBytes(StandardCharsets.UTF_8);
      long before = Files.exists(summary.get()) ? Files.size(summary.get()) : 0;
      if (before + text.length <= SUMMARY_BYTES) {
        Files.write(summary.get(), text, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
      }
    }
  }
}
