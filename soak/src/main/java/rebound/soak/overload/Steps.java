package rebound.soak.overload;

import java.util.Comparator;
import java.util.List;
import rebound.soak.evidence.LedgerRecord;
import rebound.soak.evidence.PhaseRecord;
import rebound.soak.evidence.PopulationRecord;
import rebound.soak.evidence.overload.StepRecord;
import rebound.soak.verdict.overload.Attainable;

/// Turns the phases of steps into their figures.
final class Steps {
  // Below this share of attempts there is too little that was not good to ask how it was refused.
  private static final double LEAST_NOT_GOOD = 0.01;

  private final List<PhaseRecord> phases;
  private final double capacity;
  private final Attainable attainable;

  Steps(List<PhaseRecord> phases, double capacity, Attainable attainable) {
    this.phases = phases;
    this.capacity = capacity;
    this.attainable = attainable;
  }

  /// The steps whose phases begin so, by rising load.
  List<StepRecord> of(String prefix) {
    return phases.stream()
        .filter(it -> it.name().startsWith(prefix) && it.population("") != null)
        .map(it -> step(it, OverloadNames.multiple(it.name(), prefix)))
        .sorted(Comparator.comparingDouble(StepRecord::nominal))
        .toList();
  }

  private StepRecord step(PhaseRecord phase, double nominal) {
    PopulationRecord users = phase.population("");
    LedgerRecord ledger = users.ledger();
    double offered =
        users.offeredPerSecond() == null
            ? ledger.attempted() / phase.seconds()
            : users.offeredPerSecond();
    double good = users.goodputPerSecond();
    double reachable = attainable.goodputPerSecond(offered);
    PhaseRecord check = check(nominal);
    boolean watched = check != null && check.recovery() != null;
    Boolean recovered = watched ? check.recovery().recovered() : null;
    return new StepRecord(
        phase.name(),
        nominal,
        offered / capacity,
        offered,
        good,
        good / capacity,
        reachable,
        reachable > 0 ? good / reachable : 1.0,
        users.responseMillis().p99(),
        users.shedMillis() == null ? null : users.shedMillis().p99(),
        ledger.attempted() == 0 ? 0 : (double) ledger.shed() / ledger.attempted(),
        honesty(ledger),
        phase.cpuSeconds() == null || ledger.ok() == 0
            ? null
            : 1e6 * phase.cpuSeconds() / ledger.ok(),
        watched && check.recovery().seconds() != null
            ? check.recovery().seconds() + pause(phase, check)
            : null,
        recovered,
        phase.trusted(),
        phase.reasons());
  }

  /// The base load after a step; null where there was none.
  private PhaseRecord check(double nominal) {
    String name = OverloadNames.CHECK + OverloadNames.of(nominal);
    return phases.stream().filter(it -> it.name().equals(name)).findFirst().orElse(null);
  }

  /// Between a step's end and its check nothing is sent: it counts as if service had been bad.
  private static double pause(PhaseRecord step, PhaseRecord check) {
    return Math.max(0, check.startSeconds() - step.startSeconds() - step.seconds());
  }

  private static Double honesty(LedgerRecord ledger) {
    long notGood =
        ledger.attempted() - ledger.ok() - ledger.inFlightAtEnd() - ledger.unsentDriverLate();
    return notGood < LEAST_NOT_GOOD * ledger.attempted() || notGood == 0
        ? null
        : (double) ledger.shed() / notGood;
  }
}
