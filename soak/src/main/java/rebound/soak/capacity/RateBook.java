package rebound.soak.capacity;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;

/// All trials of one objective by their rate, and what they say together: from the same trials the
/// same answer, while the search goes on and when it is judged. Used by one thread.
public final class RateBook {
  private final Goal goal;
  private final TreeMap<Double, RateTrials> rates = new TreeMap<>();
  private final TreeSet<Double> spoiled = new TreeSet<>();

  /// An empty book.
  public RateBook(Goal goal) {
    this.goal = goal;
  }

  /// A book of trials that were made already.
  public static RateBook of(Goal goal, List<Trial> trials) {
    RateBook book = new RateBook(goal);
    trials.forEach(book::add);
    return book;
  }

  /// Takes a trial; a spoiled one only says that its rate was tried.
  public void add(Trial trial) {
    if (trial.valid()) {
      rates.computeIfAbsent(trial.perSecond(), _ -> new RateTrials(goal)).add(trial);
    } else {
      spoiled.add(trial.perSecond());
    }
  }

  /// What a rate is.
  public Bound bound(double perSecond) {
    RateTrials trials = rates.get(perSecond);
    return trials == null ? Bound.UNDECIDED : trials.classify();
  }

  /// The smallest rate that only failed, or the other value.
  double lowestFailed(double otherwise) {
    return rates.entrySet().stream()
        .filter(it -> !it.getValue().any(true))
        .mapToDouble(Map.Entry::getKey)
        .findFirst()
        .orElse(otherwise);
  }

  /// The largest rate below another at which no trial failed, or the other value.
  double highestKeptBelow(double perSecond, double otherwise) {
    return rates.headMap(perSecond, false).descendingMap().entrySet().stream()
        .filter(it -> !it.getValue().any(false))
        .mapToDouble(Map.Entry::getKey)
        .findFirst()
        .orElse(otherwise);
  }

  /// The relevant lower bound: the largest below every upper bound.
  public Capacity capacity() {
    double upper = Double.POSITIVE_INFINITY;
    double lower = 0;
    double good = 0;
    for (Map.Entry<Double, RateTrials> rate : rates.entrySet()) {
      switch (rate.getValue().classify()) {
        case UPPER -> upper = Math.min(upper, rate.getKey());
        case LOWER -> {
          if (rate.getKey() < upper) {
            lower = rate.getKey();
            good = rate.getValue().goodPerSecond();
          }
        }
        case UNDECIDED -> {}
      }
    }
    double floor = lower;
    double ceiling = upper;
    double unmeasurable =
        spoiled.stream()
            .filter(it -> it > floor && it < ceiling && !rates.containsKey(it))
            .findFirst()
            .orElse(Double.POSITIVE_INFINITY);
    return new Capacity(lower, upper, good, unmeasurable);
  }
}
