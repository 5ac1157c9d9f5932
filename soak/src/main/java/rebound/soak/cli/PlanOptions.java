package rebound.soak.cli;

import java.util.LinkedHashMap;
import java.util.Map;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import rebound.soak.planfile.PlanLibrary;
import rebound.soak.planfile.Sweep;
import rebound.soak.planfile.YamlFile;

/// Which plan, and what of it is overridden: the same for all commands that run one.
final class PlanOptions {
  @Parameters(
      arity = "0..1",
      description = "a built-in plan or a YAML file; default: resilience, surface with --sweep")
  private String plan;

  @Option(
      names = "--set",
      paramLabel = "KEY=VALUE",
      description = "override a plan value, as in phases.soak.duration=4h; repeatable")
  private Map<String, String> sets = new LinkedHashMap<>();

  @Option(names = "--seed", description = "seed of every random choice; recorded either way")
  private Long seed;

  /// The plan's file with what the command line overrides.
  YamlFile read() {
    return read(Map.of());
  }

  /// The same, with axes of a grid.
  ///
  /// @param sweeps what is swept, and from where to where
  YamlFile read(Map<String, String> sweeps) {
    String otherwise = sweeps.isEmpty() ? "resilience" : "surface";
    YamlFile file = PlanLibrary.find(plan == null ? otherwise : plan);
    sweeps.forEach((key, range) -> Sweep.set(file, key, range));
    sets.forEach((key, value) -> file.set(key, value, "--set"));
    if (seed != null) {
      file.set("seed", seed.toString(), "--seed");
    }
    return file;
  }
}
