package rebound.soak.judge;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.DoubleFunction;
import rebound.soak.evidence.GapRecord;
import rebound.soak.evidence.GateRecord;
import rebound.soak.evidence.MemoryReturnRecord;
import rebound.soak.evidence.PhaseRecord;
import rebound.soak.evidence.PopulationRecord;
import rebound.soak.evidence.RunRecord;
import rebound.soak.evidence.Verdict;
import rebound.soak.metric.Measured;
import rebound.soak.metric.MetricPath;
import rebound.soak.plan.Gate;
import rebound.soak.verdict.memory.MemoryReturn;

/// Holds one gate of a plan against a run. A figure that is missing never passes.
final class GateJudge {
  private static final List<String> UNTOUCHED =
      List.of("ledger.", "statuses.", "errors.", "errorCount", "liveness.", "memory");

  private final RunRecord run;
  private final List<String> unjudgedKinds;

  /// A judge of one run.
  ///
  /// @param run what was seen
  /// @param unjudgedKinds kinds of phase that a gate on all phases passes over
  GateJudge(RunRecord run, List<String> unjudgedKinds) {
    this.run = run;
    this.unjudgedKinds = unjudgedKinds;
  }

  /// One record for a gate; a gate on all phases is judged by its worst phase.
  GateRecord judge(Gate gate) {
    if (gate.phase().isEmpty()) {
      return judgeRun(gate);
    }
    List<PhaseRecord> phases = phases(gate);
    if (phases.isEmpty()) {
      return record(gate, Verdict.INVALID, "–", "no such phase was run");
    }
    GateRecord worst = null;
    double worstDistance = 0;
    for (PhaseRecord phase : phases) {
      GateRecord record = judgeIn(gate, phase);
      double distance = distance(gate, phase);
      if (worst == null
          || weight(record.verdict()) > weight(worst.verdict())
          || (record.verdict() == worst.verdict() && distance > worstDistance)) {
        worst = record;
        worstDistance = distance;
      }
    }
    return worst;
  }

  /// How far towards its bound a phase's figure lies, to tell which of several is the worst.
  private static double distance(Gate gate, PhaseRecord phase) {
    PopulationRecord population = phase.population(gate.population().orElse(""));
    return measured(gate, phase, population) instanceof Measured.Value value
        ? gate.max().isPresent() ? value.value() : -value.value()
        : Double.NEGATIVE_INFINITY;
  }

  private List<PhaseRecord> phases(Gate gate) {
    String wanted = gate.phase().orElseThrow();
    return run.phases().stream()
        .filter(
            phase ->
                wanted.equals("*")
                    ? phase.applicable() && !unjudgedKinds.contains(phase.kind())
                    : phase.name().equals(wanted))
        .toList();
  }

  private GateRecord judgeRun(Gate gate) {
    GateRecord judged =
        compare(gate, "the run", MetricPath.in(run, gate.metric()), 1, _ -> Optional.empty());
    String spared = judged.verdict() == Verdict.PASS ? "" : spared(gate);
    return spared.isEmpty()
        ? judged
        : record(gate, Verdict.PASS, judged.measured() + ", " + spared, spared);
  }

  /// Why a gate on what memory kept passes although its ratio is above the bound or has no meaning:
  /// a ratio of next to nothing says nothing. Empty where it does not.
  private String spared(Gate gate) {
    boolean residual = gate.metric().equals("memoryReturn.residualRatio");
    if (gate.max().isEmpty() || !(residual || gate.metric().equals("memoryReturn.settledRatio"))) {
      return "";
    }
    MemoryReturnRecord memory = run.memoryReturn();
    if (memory.returnClass().equals(MemoryReturn.ReturnClass.NO_GROWTH.name())) {
      return "the load took next to no memory";
    }
    if (!residual || memory.settledBytes() == null) {
      return "";
    }
    double kept = memory.settledBytes() - memory.baselineBytes();
    return kept > MemoryReturn.NEGLIGIBLE_BYTES
        ? ""
        : String.format(
            Locale.ROOT,
            "but only %.1f MB more than at the start (up to %.0f MB pass)",
            kept / 1e6,
            MemoryReturn.NEGLIGIBLE_BYTES / 1e6);
  }

  private GateRecord judgeIn(Gate gate, PhaseRecord phase) {
    if (!phase.applicable()) {
      return record(gate, Verdict.NOT_JUDGED, "–", "the target has no route for it");
    }
    PopulationRecord population = phase.population(gate.population().orElse(""));
    if (gate.population().isPresent() && population == null) {
      // A gate on all phases looks where its population is.
      return record(gate, Verdict.NOT_JUDGED, "–", "no such population in " + phase.name());
    }
    OptionalDouble unit = unit(gate);
    if (unit.isEmpty()) {
      return record(
          gate, Verdict.INVALID, "–", "there is no figure of " + gate.relativeTo().orElse(""));
    }
    if (unit.getAsDouble() == 0 && gate.min().isPresent()) {
      // Anything is at least 0.8 times nothing.
      return record(
          gate,
          Verdict.INVALID,
          "–",
          "the figure of " + gate.relativeTo().orElse("") + " is 0: nothing is less than that");
    }
    GapRecord own = ownGap(gate, phase);
    GateRecord judged =
        compare(
            gate,
            phase.title() + (own == null ? "" : ", without the silence that the run itself made"),
            measured(gate, phase, population),
            unit.getAsDouble(),
            value ->
                own == null
                    ? Certainty.of(gate.metric(), value, phase, population)
                    : Optional.of(Certainty.of(own)));
    if (!phase.trusted() && !untouched(gate.metric()) && judged.verdict() != Verdict.NOT_JUDGED) {
      return record(
          gate,
          Verdict.INVALID,
          judged.measured() + " untrusted",
          "phase " + phase.name() + " was disturbed: " + String.join("; ", phase.reasons()));
    }
    return judged;
  }

  private static Measured measured(Gate gate, PhaseRecord phase, PopulationRecord population) {
    GapRecord own = ownGap(gate, phase);
    return own == null
        ? MetricPath.in(phase, population, gate.metric())
        : new Measured.Value(own.millis());
  }

  /// What a gate on the silence in all phases is held against where the run itself silenced the
  /// target: what is left. A gate that names its phase knows what is done there. Null for others.
  private static GapRecord ownGap(Gate gate, PhaseRecord phase) {
    return gate.phase().equals(Optional.of("*"))
            && gate.metric().equals("liveness.longestGapMillis")
        ? phase.liveness().longestOwnGap()
        : null;
  }

  /// Figures that a late driver does not spoil: counts stay true, and the probes have a thread and
  /// sockets of their own.
  private static boolean untouched(String metric) {
    return UNTOUCHED.stream().anyMatch(metric::startsWith);
  }

  private OptionalDouble unit(Gate gate) {
    if (gate.relativeTo().isEmpty()) {
      return OptionalDouble.of(1);
    }
    PhaseRecord base = run.phase(gate.relativeTo().get());
    if (base == null || !base.trusted()) {
      return OptionalDouble.empty();
    }
    PopulationRecord population = base.population(gate.population().orElse(""));
    return MetricPath.in(base, population, gate.metric()) instanceof Measured.Value value
        ? OptionalDouble.of(value.value())
        : OptionalDouble.empty();
  }

  private static GateRecord compare(
      Gate gate,
      String where,
      Measured measured,
      double unit,
      DoubleFunction<Optional<Certainty>> certainty) {
    return switch (measured) {
      case Measured.Missing missing -> record(gate, Verdict.INVALID, "–", missing.why());
      case Measured.TooFew few ->
          record(
              gate,
              Verdict.INCONCLUSIVE,
              "max " + plain(few.highest()) + " (n=" + few.count() + ")",
              "too few samples in " + where + " for this percentile");
      case Measured.Value value ->
          judged(gate, where, value.value(), unit, certainty.apply(value.value()));
    };
  }

  private static GateRecord judged(
      Gate gate, String where, double value, double unit, Optional<Certainty> certainty) {
    double min = gate.min().isEmpty() ? Double.NEGATIVE_INFINITY : gate.min().getAsDouble() * unit;
    double max = gate.max().isEmpty() ? Double.POSITIVE_INFINITY : gate.max().getAsDouble() * unit;
    Verdict verdict =
        certainty.isPresent()
            ? certainty.get().judge(value, min, max)
            : value >= min && value <= max ? Verdict.PASS : Verdict.FAIL;
    String figure =
        gate.relativeTo().isEmpty()
            ? plain(value)
            : unit == 0
                ? plain(value) + ", that of " + gate.relativeTo().get() + " is 0"
                : plain(value / unit) + " × that of " + gate.relativeTo().get();
    return switch (verdict) {
      case PASS -> record(gate, verdict, figure, "kept in " + where);
      case INCONCLUSIVE ->
          record(
              gate,
              verdict,
              figure + certainty.map(Certainty::words).orElse(""),
              "the range of what it may be in " + where + " holds the bound");
      default ->
          record(
              gate,
              verdict,
              figure + certainty.map(Certainty::words).orElse(""),
              "not kept in " + where);
    };
  }

  private static GateRecord record(Gate gate, Verdict verdict, String measured, String why) {
    return new GateRecord(gate.name(), verdict, measured, gate.required(), why);
  }

  /// The record that weighs most: invalid, failed, inconclusive, passed, not judged.
  static GateRecord worst(List<GateRecord> records) {
    GateRecord worst = records.getFirst();
    for (GateRecord record : records) {
      if (weight(record.verdict()) > weight(worst.verdict())) {
        worst = record;
      }
    }
    return worst;
  }

  static int weight(Verdict verdict) {
    return switch (verdict) {
      case NOT_JUDGED -> 0;
      case PASS -> 1;
      case INCONCLUSIVE -> 2;
      case FAIL -> 3;
      case INVALID -> 4;
    };
  }

  static String plain(double value) {
    if (value == Math.rint(value) && Math.abs(value) < 1e15) {
      return String.format(Locale.ROOT, "%,d", (long) value);
    }
    return String.format(Locale.ROOT, Math.abs(value) < 10 ? "%.3f" : "%,.1f", value);
  }
}
