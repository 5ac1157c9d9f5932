package rebound.soak.capacity;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import rebound.chaos.arrival.Arrivals;
import rebound.chaos.arrival.Schedule;
import rebound.chaos.load.LoadDriver;
import rebound.soak.evidence.capacity.TrialRecord;
import rebound.soak.plan.CapacityPlan;
import rebound.soak.plan.CapacityPlan.Objective;

/// A target of known capacity, reckoned: so many slots, each busy for the same time with one
/// request, first come first served. It gets the very arrivals that the driver would send, so that
/// a search on it says what the search should find on a real target of that kind. Used by one
/// thread.
public final class SlotSimulation implements SetSearch.Source {
  private final CapacityPlan plan;
  private final long seed;
  private final int process;
  private final int slots;
  private final long serviceNanos;
  private final List<TrialRecord> trials = new ArrayList<>();

  /// A simulation of one process.
  ///
  /// @param seed the plan's
  /// @param slots requests that are worked on at once
  /// @param serviceNanos how long each takes
  public SlotSimulation(CapacityPlan plan, long seed, int process, int slots, long serviceNanos) {
    this.plan = plan;
    this.seed = seed;
    this.process = process;
    this.slots = slots;
    this.serviceNanos = serviceNanos;
  }

  @Override
  public List<TrialRecord> trials() {
    return trials;
  }

  @Override
  public boolean over() {
    return false;
  }

  @Override
  public TrialRecord trial(double perSecond, double seconds) {
    int number = trials.size() + 1;
    long stream = LoadDriver.stream(Ladders.trialSeed(seed, process, number), 0);
    Schedule schedule =
        Schedule.of(new Arrivals.Poisson(perSecond), (long) (seconds * 1e9), stream);
    TrialRecord trial = served(schedule, number, perSecond, seconds);
    trials.add(trial);
    return trial;
  }

  private TrialRecord served(Schedule schedule, int number, double perSecond, double seconds) {
    int bound = Ladders.maxInFlight(plan, perSecond);
    long deadline = plan.deadline().toNanos();
    ArrayDeque<Long> inFlight = new ArrayDeque<>();
    long[] free = new long[slots];
    long planned = 0;
    long sent = 0;
    long good = 0;
    Map<String, Long> inTime = new LinkedHashMap<>();
    plan.objectives().forEach(it -> inTime.put(it.name(), 0L));
    for (long due = schedule.nextNanos(); due != Schedule.END; due = schedule.nextNanos()) {
      planned++;
      while (!inFlight.isEmpty() && inFlight.peekFirst() <= due) {
        inFlight.removeFirst();
      }
      if (inFlight.size() >= bound) {
        continue;
      }
      // All take the same time: who came first is done first, and slots come free in turn.
      int slot = (int) (sent++ % slots);
      long done = Math.max(due, free[slot]) + serviceNanos;
      free[slot] = done;
      inFlight.addLast(done);
      good += done - due <= deadline ? 1 : 0;
      for (Objective objective : plan.objectives()) {
        if (done - due <= objective.p99().toNanos()) {
          inTime.merge(objective.name(), 1L, Long::sum);
        }
      }
    }
    return new TrialRecord(
        Ladders.name(process, "trial-" + number),
        process,
        1,
        perSecond,
        seconds,
        seconds > 0.99 * plan.trials().duration().toNanos() / 1e9,
        planned,
        good,
        inTime,
        good / seconds,
        null,
        null,
        null,
        null,
        0.0,
        null,
        true,
        List.of());
  }
}
