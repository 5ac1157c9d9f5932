package rebound.soak.capacity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class RateSearchTest {
  private static final Goal SHORT = new Goal(10, 30, 0.5, 0.05);
  private static final Goal LONG = new Goal(30, 90, 0.5, 0.05);

  /// A target that carries exactly so much, seen on a machine that spoils a share of all trials.
  private static RateSearch.Trials target(double capacity, double spoiled, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    return (rate, seconds) -> {
      double noise = 1 + 0.02 * (random.nextDouble() - 0.5);
      long good = Math.round(Math.min(rate, capacity) * seconds);
      return new Trial(
          rate, seconds, good, rate * noise <= capacity, random.nextDouble() >= spoiled);
    };
  }

  @Test
  void findsAKnownCapacityWithinItsWidth() throws InterruptedException {
    for (int seed = 0; seed < 50; seed++) {
      Capacity found = new RateSearch(SHORT, List.of(), target(1_000, 0, seed)).search(1_200);

      assertThat(found.lowerPerSecond()).isBetween(940.0, 1_012.0);
      assertThat(found.upperPerSecond()).isBetween(990.0, 1_070.0);
      assertThat(found.lowerBoundOnly()).isFalse();
    }
  }

  @Test
  void aSpoiledTrialIsDoneAgainAndNeverHalvesTheAnswer() throws InterruptedException {
    double[] found = new double[40];
    for (int seed = 0; seed < found.length; seed++) {
      found[seed] =
          new RateSearch(SHORT, List.of(), target(1_000, 0.1, seed)).search(1_200).lowerPerSecond();
    }
    Arrays.sort(found);
    assertThat(found[2]).isGreaterThan(940);
    assertThat(found[37]).isLessThan(1_012);
  }

  @Test
  void withoutABreachItIsALowerBound() throws InterruptedException {
    Capacity found = new RateSearch(SHORT, List.of(), target(1e9, 0, 1)).search(1_000);

    assertThat(found.lowerBoundOnly()).isTrue();
    assertThat(found.lowerPerSecond()).isGreaterThan(1_000);
  }

  @Test
  void aTargetThatCarriesFarLessThanItSeemedIsStillFound() throws InterruptedException {
    Capacity found = new RateSearch(SHORT, List.of(), target(100, 0, 1)).search(1_000);

    assertThat(found.lowerPerSecond()).isBetween(90.0, 102.0);
  }

  @Test
  void aMachineThatSpoilsEverythingLeavesNoAnswer() throws InterruptedException {
    Capacity found = new RateSearch(SHORT, List.of(), target(1_000, 1, 1)).search(1_000);

    assertThat(found.lowerPerSecond()).isZero();
    assertThat(found.lowerBoundOnly()).isTrue();
    assertThat(found.unmeasurablePerSecond()).isLessThan(1_000);
  }

  @Test
  void aboveWhatCanBeMeasuredTheAnswerIsALowerBound() throws InterruptedException {
    RateSearch.Trials target = target(1e9, 0, 1);
    RateSearch.Trials late =
        (rate, seconds) -> {
          Trial trial = target.run(rate, seconds);
          return new Trial(rate, seconds, trial.good(), trial.kept(), rate < 700);
        };
    Capacity found = new RateSearch(SHORT, List.of(), late).search(1_000);

    assertThat(found.lowerPerSecond()).isBetween(650.0, 700.0);
    assertThat(found.lowerBoundOnly()).isTrue();
    assertThat(found.unmeasurablePerSecond()).isBetween(700.0, 740.0);
  }

  @Test
  void aTargetThatKeepsNothingEndsSoon() throws InterruptedException {
    List<Double> rates = new ArrayList<>();
    RateSearch.Trials none =
        (rate, seconds) -> {
          rates.add(rate);
          return new Trial(rate, seconds, 0, false, true);
        };
    Capacity found = new RateSearch(SHORT, List.of(), none).search(1_000);

    assertThat(found.lowerPerSecond()).isZero();
    assertThat(found.upperPerSecond()).isLessThan(10);
    assertThat(rates).hasSizeLessThan(20);
  }

  @Test
  void aSecondObjectiveGoesOnFromTheTrialsOfTheFirst() throws InterruptedException {
    List<Trial> known = new ArrayList<>();
    RateSearch.Trials loose =
        (rate, seconds) -> {
          // The tight objective fails from 800 on, the loose one from 1,000.
          known.add(new Trial(rate, seconds, 1, rate < 800, true));
          return new Trial(rate, seconds, 1, rate < 1_000, true);
        };
    new RateSearch(SHORT, List.of(), loose).search(1_000);
    int before = known.size();
    int[] more = new int[1];
    Capacity found =
        new RateSearch(
                SHORT,
                known,
                (rate, seconds) -> {
                  more[0]++;
                  return new Trial(rate, seconds, 1, rate < 800, true);
                })
            .search(1_000);

    assertThat(found.lowerPerSecond()).isBetween(760.0, 800.0);
    assertThat(more[0]).isLessThan(before);
  }

  @Test
  void endsWithWhatItHasWhenItIsOver() throws InterruptedException {
    RateSearch.Trials target = target(1_000, 0, 1);
    RateSearch.Trials few =
        new RateSearch.Trials() {
          private int left = 6;

          @Override
          public Trial run(double perSecond, double seconds) throws InterruptedException {
            left--;
            return target.run(perSecond, seconds);
          }

          @Override
          public boolean over() {
            return left <= 0;
          }
        };
    Capacity found = new RateSearch(SHORT, List.of(), few).search(1_200);

    assertThat(found.lowerPerSecond()).isPositive().isLessThan(1_000);
  }

  @Test
  void theLongFormNeedsTwoTrialsAtLeastARate() throws InterruptedException {
    List<Double> seconds = new ArrayList<>();
    RateSearch.Trials target = target(1_000, 0, 3);
    Capacity found =
        new RateSearch(
                LONG,
                List.of(),
                (rate, length) -> {
                  seconds.add(length);
                  return target.run(rate, length);
                })
            .search(1_200);

    assertThat(seconds.stream().filter(it -> it == 30).count()).isGreaterThanOrEqualTo(4);
    assertThat(found.lowerPerSecond()).isBetween(940.0, 1_012.0);
  }

  @Test
  void shortTrialsAloneDecideNothing() {
    RateTrials trials = new RateTrials(LONG);
    trials.add(new Trial(100, 10, 1_000, true, true));
    assertThat(trials.classify()).isEqualTo(Bound.UNDECIDED);
    trials.add(new Trial(100, 30, 3_000, true, true));
    trials.add(new Trial(100, 30, 3_000, true, true));
    assertThat(trials.classify()).isEqualTo(Bound.LOWER);
    RateTrials failed = new RateTrials(LONG);
    failed.add(new Trial(100, 30, 2_700, false, true));
    failed.add(new Trial(100, 30, 2_700, false, true));
    assertThat(failed.classify()).isEqualTo(Bound.UPPER);
  }

  @Test
  void instancesFollowTheFormulas() {
    Demand demand = new Demand(12_000, 0.3, 1);

    assertThat(demand.instancesForRate(2_000)).isEqualTo(9);
    assertThat(demand.instancesForFailures(2_000)).isEqualTo(7);
    assertThat(demand.instances(2_000)).isEqualTo(9);
    // Twelve in three zones leave eight, eleven leave seven: λ/(n·(1 − 1/Z)) = 12,000/(9·2/3).
    assertThat(demand.instancesForZones(2_000, 3)).isEqualTo(9);
    assertThat(demand.instancesForZones(1_500, 3)).isEqualTo(12);
    assertThat(demand.instancesForZones(1_714, 3))
        .as("uneven: 11 leave 7, 8 are due")
        .isEqualTo(12);
    assertThat(demand.instancesForZones(12_000, 2)).isEqualTo(2);
    assertThat(Demand.instancesForConnections(100_000, 10_000)).isEqualTo(10);
    assertThat(Demand.instancesForConnections(100_001, 10_000)).isEqualTo(11);
    assertThat(new Demand(10, 0.3, 2).instances(1_000)).isEqualTo(3);
    assertThat(new Demand(700, 0.3, 0).instancesForRate(1_000)).isEqualTo(1);
    assertThatThrownBy(() -> new Demand(10, 1, 0)).hasMessageContaining("headroom 1.0");
  }
}
