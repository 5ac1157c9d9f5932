package rebound.soak.overload;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;
import rebound.soak.evidence.LedgerRecord;
import rebound.soak.evidence.PhaseRecord;
import rebound.soak.evidence.PopulationRecord;
import rebound.soak.evidence.overload.DriftRecord;
import rebound.soak.evidence.overload.OverloadRecord;
import rebound.soak.evidence.overload.SpikeRecord;
import rebound.soak.evidence.overload.StepRecord;
import rebound.soak.evidence.overload.StormRecord;
import rebound.soak.plan.OverloadPlan;
import rebound.soak.verdict.overload.Attainable;
import rebound.soak.verdict.overload.RequestCost;
import rebound.soak.verdict.recovery.Hysteresis;
import rebound.soak.verdict.statistics.Series;

/// Reads an overload out of a run's phases: capacity, the cost of a refusal, each step beside what
/// was attainable, and what happens after.
public final class Overloads {
  // A thread that works this much of the time has no time left that counts.
  private static final double BUSY = 0.75;
  private static final double PAST_CAPACITY = 1.05;
  private static final double PLATEAU = 2;

  private final OverloadPlan plan;
  private final List<PhaseRecord> phases;
  private final OverloadSeconds seconds;
  private final int cpus;

  private Overloads(
      OverloadPlan plan, List<PhaseRecord> phases, OverloadSeconds seconds, int cpus) {
    this.plan = plan;
    this.phases = phases;
    this.seconds = seconds;
    this.cpus = cpus;
  }

  /// Reads it.
  ///
  /// @param phases the run's, or those of its beginning
  /// @param cpus processors that the target may use
  /// @return null where no step was done, or nothing was answered in time
  public static OverloadRecord of(
      OverloadPlan plan, List<PhaseRecord> phases, OverloadSeconds seconds, int cpus) {
    return new Overloads(plan, phases, seconds, cpus).record();
  }

  private OverloadRecord record() {
    List<PhaseRecord> sweep = sweep();
    PhaseRecord best = best(sweep);
    double capacity = best == null ? 0 : best.population("").goodputPerSecond();
    if (!(capacity > 0)
        || phases.stream().noneMatch(it -> it.name().startsWith(OverloadNames.STEP))) {
      return null;
    }
    Optional<RequestCost> cost = RequestCost.of(stretches(sweep));
    Double cores = cores(sweep);
    boolean cpuBound = busy(best);
    Attainable attainable = new Attainable(capacity, cost, cores == null ? cpus : cores, cpuBound);
    Steps steps = new Steps(phases, capacity, attainable);
    List<StepRecord> all = steps.of(OverloadNames.STEP);
    List<StepRecord> up = steps.of(OverloadNames.UP);
    List<StepRecord> down = steps.of(OverloadNames.DOWN);
    Optional<Hysteresis> ways = ways(up, down);
    Moments moments = new Moments(plan, phases, seconds, capacity);
    SpikeRecord spike = moments.spike();
    DriftRecord sustained = moments.sustained();
    List<StormRecord> storms =
        plan.storm().map(it -> new Storms(it, phases).all()).orElseGet(List::of);
    List<StepRecord> trusted = all.stream().filter(StepRecord::trusted).toList();
    List<StepRecord> past = trusted.stream().filter(it -> it.multiple() > PAST_CAPACITY).toList();
    List<StepRecord> watched = trusted.stream().filter(it -> it.recovered() != null).toList();
    Double recovered =
        watched.isEmpty()
            ? null
            : (double) watched.stream().filter(StepRecord::recovered).count() / watched.size();
    OverloadRecord found =
        new OverloadRecord(
            capacity,
            cpuBound,
            cores,
            cost.map(it -> 1e6 * it.servedSeconds()).orElse(null),
            cost.map(it -> 1e6 * it.rejectedSeconds()).orElse(null),
            cost.map(RequestCost::ratio).orElse(null),
            all,
            up,
            down,
            ways.filter(it -> it.ratio().isPresent())
                .map(it -> it.ratio().getAsDouble())
                .orElse(null),
            ways.map(Hysteresis::area).orElse(null),
            spike,
            sustained,
            storms,
            at(trusted, 2, StepRecord::fraction),
            at(trusted, 5, StepRecord::fraction),
            at(trusted, 10, StepRecord::fraction),
            at(trusted, 2, StepRecord::efficiency),
            at(trusted, 5, StepRecord::efficiency),
            at(trusted, 10, StepRecord::efficiency),
            cpuBound ? null : lowest(plateau(trusted), StepRecord::fraction),
            highest(trusted, StepRecord::admittedP99Millis),
            highest(past, StepRecord::shedP99Millis),
            lowest(past, StepRecord::honesty),
            recovered != null && recovered == 1
                ? highest(watched, StepRecord::recoveredSeconds)
                : null,
            recovered,
            (int) storms.stream().filter(Storms::stayedDown).count(),
            List.of());
    return OverloadSentences.with(found, plan);
  }

  /// All phases of one offered load, those that are trusted where there are any.
  private List<PhaseRecord> sweep() {
    List<PhaseRecord> all =
        phases.stream()
            .filter(
                it ->
                    Stream.of(
                            OverloadNames.STAIR,
                            OverloadNames.STEP,
                            OverloadNames.UP,
                            OverloadNames.DOWN)
                        .anyMatch(it.name()::startsWith))
            .filter(it -> it.population("") != null)
            .toList();
    List<PhaseRecord> trusted = all.stream().filter(PhaseRecord::trusted).toList();
    return trusted.isEmpty() ? all : trusted;
  }

  private static PhaseRecord best(List<PhaseRecord> sweep) {
    PhaseRecord best = null;
    for (PhaseRecord phase : sweep) {
      if (best == null
          || phase.population("").goodputPerSecond() > best.population("").goodputPerSecond()) {
        best = phase;
      }
    }
    return best;
  }

  private static List<RequestCost.Stretch> stretches(List<PhaseRecord> sweep) {
    List<RequestCost.Stretch> stretches = new ArrayList<>();
    for (PhaseRecord phase : sweep) {
      PopulationRecord users = phase.population("");
      LedgerRecord ledger = users.ledger();
      if (phase.cpuSeconds() != null) {
        stretches.add(
            new RequestCost.Stretch(
                phase.cpuSeconds(),
                ledger.completed() - ledger.shed() + ledger.timedOut(),
                ledger.shed()));
      }
    }
    return stretches;
  }

  /// As many processors as its busiest thread could fill: one event loop cannot use two.
  private Double cores(List<PhaseRecord> sweep) {
    double[] filled =
        sweep.stream()
            .filter(it -> it.cpuSeconds() != null && it.busiestThreadRatio() != null)
            .filter(it -> it.busiestThreadRatio() > 0.02)
            .mapToDouble(it -> it.cpuSeconds() / it.seconds() / it.busiestThreadRatio())
            .toArray();
    return filled.length == 0 ? null : Math.clamp(Series.of(filled).median(), 1, cpus);
  }

  private boolean busy(PhaseRecord best) {
    return (best.busiestThreadRatio() != null && best.busiestThreadRatio() >= BUSY)
        || (best.cpuSeconds() != null && best.cpuSeconds() / best.seconds() >= BUSY * cpus);
  }

  private static Optional<Hysteresis> ways(List<StepRecord> up, List<StepRecord> down) {
    List<Hysteresis.Step> steps = new ArrayList<>();
    for (StepRecord way : up) {
      down.stream()
          .filter(it -> it.nominal() == way.nominal())
          .findFirst()
          .ifPresent(
              back ->
                  steps.add(
                      new Hysteresis.Step(
                          way.offeredPerSecond(), way.goodPerSecond(), back.goodPerSecond())));
    }
    return steps.size() < 2 ? Optional.empty() : Optional.of(Hysteresis.of(steps));
  }

  private static List<StepRecord> plateau(List<StepRecord> steps) {
    return steps.stream().filter(it -> it.nominal() >= PLATEAU).toList();
  }

  private static Double at(
      List<StepRecord> steps, double nominal, Function<StepRecord, Double> figure) {
    return steps.stream()
        .filter(it -> it.nominal() == nominal)
        .findFirst()
        .map(figure)
        .orElse(null);
  }

  private static Double highest(List<StepRecord> steps, Function<StepRecord, Double> figure) {
    return steps.stream().map(figure).filter(Objects::nonNull).max(Double::compare).orElse(null);
  }

  private static Double lowest(List<StepRecord> steps, Function<StepRecord, Double> figure) {
    return steps.stream().map(figure).filter(Objects::nonNull).min(Double::compare).orElse(null);
  }
}
