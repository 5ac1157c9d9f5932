package rebound.soak.cli;

import picocli.CommandLine.Option;

/// How much is told while a run goes on.
final class ProgressOption {
  @Option(
      names = "--progress",
      paramLabel = "MODE",
      defaultValue = "auto",
      description = "auto, live, lines or none")
  private ProgressMode mode;

  ProgressMode mode() {
    return mode;
  }
}
