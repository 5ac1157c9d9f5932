package rebound.soak.planfile;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import rebound.soak.metric.MetricPath;
import rebound.soak.plan.Ceiling;
import rebound.soak.plan.ComparisonPlan;
import rebound.soak.plan.Cpus;
import rebound.soak.plan.ExperimentPlan;
import rebound.soak.plan.FaultPlan;
import rebound.soak.plan.Gate;
import rebound.soak.plan.JvmLook;
import rebound.soak.plan.MatrixVariant;
import rebound.soak.plan.Phase;
import rebound.soak.plan.PhaseKind;
import rebound.soak.plan.Plan;
import rebound.soak.plan.PopulationPlan;
import rebound.soak.plan.RecoveryPlan;

/// Turns a plan file into a [Plan], or refuses it with all complaints at once.
public final class PlanReader {
  private static final Phase NO_PHASE =
      new Phase(
          "none",
          "none",
          PhaseKind.REST,
          Duration.ofSeconds(1),
          List.of(),
          Optional.empty(),
          Map.of(),
          List.of(),
          Optional.empty());

  private PlanReader() {}

  /// Reads a plan.
  ///
  /// @throws UsageException with every complaint, each with line and column
  public static Plan read(YamlFile file) {
    Section root = file.section();
    String name = root.required("plan");
    String answers = root.text("answers", "");
    List<String> targets =
        root.has("targets") ? root.texts("targets") : List.of(root.text("target", "coroutine"));
    long seed = root.parsed("seed", 1L, PlanReader::seed);
    Cpus cpus = cpus(root);
    Map<String, Object> database = settings(root, "database");
    boolean experimental = ExperimentReader.present(root);
    List<Phase> phases = repeated(root, phases(root, experimental));
    boolean quick = root.flag("quick", true);
    List<Gate> gates = gates(root, phases);
    Optional<String> toxiproxy = Optional.ofNullable(root.text("toxiproxy", null));
    JvmLook jvm = root.choice("jvm", JvmLook.COMMANDS, JvmLook.class);
    List<MatrixVariant> matrix = MatrixReader.read(root);
    Optional<ComparisonPlan> comparison = ComparisonReader.read(root);
    Optional<ExperimentPlan> experiment = ExperimentReader.read(root);
    root.done();
    Plan plan =
        root.build(
            null,
            () ->
                new Plan(
                    name,
                    answers,
                    targets,
                    seed,
                    cpus,
                    database,
                    phases,
                    gates,
                    quick,
                    toxiproxy,
                    jvm,
                    matrix,
                    comparison,
                    experiment));
    file.refuseIfWrong();
    return plan;
  }

  private static long seed(String text) {
    try {
      return Long.parseLong(text);
    } catch (NumberFormatException notWhole) {
      throw new IllegalArgumentException("'" + text + "' is no seed: write a whole number");
    }
  }

  private static Cpus cpus(Section root) {
    Section section = root.section("cpus");
    if (section == null) {
      return Cpus.FREE;
    }
    Optional<String> target = Optional.ofNullable(section.text("target", null));
    Optional<String> driver = Optional.ofNullable(section.text("driver", null));
    section.done();
    return section.build(Cpus.FREE, () -> new Cpus(target, driver));
  }

  @SuppressWarnings("unchecked") // a mapping's plain value is a map by construction
  private static Map<String, Object> settings(Section section, String key) {
    if (section.has(key) && !section.isMapping(key)) {
      section.complain(key, section.path() + key + " is no mapping: write {latency: 5ms}");
      section.value(key);
      return Map.of();
    }
    Object value = section.value(key);
    return value == null ? Map.of() : (Map<String, Object>) value;
  }

  private static List<Phase> phases(Section root, boolean experimental) {
    if (!root.has("phases") && !experimental) {
      root.complain("phases", "phases is missing: add at least one phase");
    }
    Map<String, Phase> phases = new LinkedHashMap<>();
    for (Section section : root.sections("phases")) {
      Phase phase = phase(section, phases.keySet());
      if (phases.putIfAbsent(phase.name(), phase) != null) {
        section.complain("name", "phase '" + phase.name() + "' stands twice: give it another name");
      }
    }
    return new ArrayList<>(phases.values());
  }

  /// Does neighbouring phases several times; the n-th time their names end in `-n`.
  private static List<Phase> repeated(Section root, List<Phase> phases) {
    Section repeat = root.section("repeat");
    if (repeat == null) {
      return phases;
    }
    int times = repeat.whole("times", 2, 1, 1_000);
    List<String> names = repeat.texts("phases");
    List<String> all = phases.stream().map(Phase::name).toList();
    int first = names.isEmpty() ? -1 : all.indexOf(names.getFirst());
    boolean neighbours =
        first >= 0
            && first + names.size() <= all.size()
            && all.subList(first, first + names.size()).equals(names);
    if (!neighbours) {
      repeat.complain(
          "phases", "repeat.phases " + names + ": name phases that follow each other in the plan");
    }
    repeat.done();
    if (!neighbours) {
      return phases;
    }
    List<Phase> unrolled = new ArrayList<>(phases.subList(0, first));
    for (int time = 1; time <= times; time++) {
      for (Phase phase : phases.subList(first, first + names.size())) {
        unrolled.add(phase.again(time, times));
      }
    }
    unrolled.addAll(phases.subList(first + names.size(), phases.size()));
    return unrolled;
  }

  private static Phase phase(Section section, Set<String> earlier) {
    String name = section.required("name");
    String title = section.text("title", name);
    PhaseKind kind = section.choice("kind", PhaseKind.LOAD, PhaseKind.class);
    if (!section.has("duration")) {
      section.complain("duration", section.path() + ".duration is missing: add it, as in 10s");
    }
    var duration = section.duration("duration", Duration.ofSeconds(1));
    if (duration.isZero()) {
      section.complain("duration", section.path() + ".duration is 0: use more than 0s");
    }
    List<PopulationPlan> populations = new ArrayList<>();
    Set<String> names = new HashSet<>();
    for (Section population : section.sections("populations")) {
      PopulationPlan read = PopulationReader.read(population, kind, earlier);
      if (read != null && !names.add(read.name())) {
        population.complain("name", "population '" + read.name() + "' stands twice in the phase");
      }
      if (read != null) {
        populations.add(read);
      }
    }
    if (kind == PhaseKind.REST && !populations.isEmpty()) {
      section.complain("populations", "a rest has no populations: remove them, or its kind");
    }
    if (kind != PhaseKind.REST && !section.has("populations")) {
      section.complain("name", section.path() + ".populations is missing: add one");
    }
    Map<String, Object> database = settings(section, "database");
    Optional<Ceiling> ceiling = Optional.ofNullable(ceiling(section));
    List<FaultPlan> faults = faults(section, duration);
    Optional<RecoveryPlan> recovery = recovery(section, earlier);
    section.done();
    return section.build(
        NO_PHASE,
        () ->
            new Phase(
                name, title, kind, duration, populations, ceiling, database, faults, recovery));
  }

  private static List<FaultPlan> faults(Section section, Duration duration) {
    List<FaultPlan> faults = new ArrayList<>();
    for (Section fault : section.sections("faults")) {
      FaultPlan read = FaultReader.read(fault, duration);
      if (read != null) {
        faults.add(read);
      }
    }
    return faults;
  }

  private static Optional<RecoveryPlan> recovery(Section section, Set<String> earlier) {
    Section recovery = section.section("recovery");
    if (recovery == null) {
      return Optional.empty();
    }
    String baseline = recovery.required("baseline");
    if (!earlier.contains(baseline)) {
      recovery.complain("baseline", "baseline '" + baseline + "' is no earlier phase of this plan");
    }
    RecoveryPlan read = new RecoveryPlan(baseline, recovery.duration("extend", Duration.ZERO));
    recovery.done();
    return Optional.of(read);
  }

  private static Ceiling ceiling(Section phase) {
    Section section = phase.section("ceiling");
    if (section == null) {
      return null;
    }
    int calls = section.whole("calls", 1, 1, 1_000);
    Duration delay = section.duration("delay", Duration.ZERO);
    section.done();
    return section.build(null, () -> new Ceiling(calls, delay));
  }

  private static List<Gate> gates(Section root, List<Phase> phases) {
    List<Gate> gates = new ArrayList<>();
    for (Section section : root.sections("gates")) {
      Gate gate = gate(section, phases);
      if (gate != null) {
        gates.add(gate);
      }
    }
    return gates;
  }

  private static Gate gate(Section section, List<Phase> phases) {
    String metric = section.required("metric");
    Optional<String> phase = Optional.ofNullable(section.text("phase", null));
    Optional<String> population = Optional.ofNullable(section.text("population", null));
    OptionalDouble min = optional(section.number("min"));
    OptionalDouble max = optional(section.number("max"));
    Optional<String> relativeTo = Optional.ofNullable(section.text("relativeTo", null));
    phase.filter(it -> !it.equals("*")).ifPresent(it -> requirePhase(section, "phase", it, phases));
    relativeTo.ifPresent(it -> requirePhase(section, "relativeTo", it, phases));
    population.ifPresent(it -> requirePopulation(section, it, phase, phases));
    if (!MetricPath.known(metric, phase.isPresent())) {
      section.complain(
          "metric",
          "metric '"
              + metric
              + "' is unknown "
              + (phase.isPresent() ? "in a phase" : "of a whole run")
              + ": use "
              + MetricPath.nearest(metric, phase.isPresent()));
    }
    section.done();
    return section.build(null, () -> new Gate(metric, phase, population, min, max, relativeTo));
  }

  private static OptionalDouble optional(Double value) {
    return value == null ? OptionalDouble.empty() : OptionalDouble.of(value);
  }

  private static void requirePhase(Section section, String key, String name, List<Phase> phases) {
    if (phases.stream().noneMatch(phase -> phase.name().equals(name))) {
      section.complain(key, key + " '" + name + "' is no phase of this plan: use one of its names");
    }
  }

  private static void requirePopulation(
      Section section, String name, Optional<String> phase, List<Phase> phases) {
    boolean found =
        phases.stream()
            .filter(
                it -> phase.isEmpty() || phase.get().equals("*") || phase.get().equals(it.name()))
            .flatMap(it -> it.populations().stream())
            .anyMatch(it -> it.name().equals(name));
    if (!found) {
      section.complain(
          "population", "population '" + name + "' is not in that phase: mend its name");
    }
  }
}
