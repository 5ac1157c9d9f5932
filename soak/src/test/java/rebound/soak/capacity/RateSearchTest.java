package rebound.soak.capacity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class RateSearchTest {
  /// A target that carries exactly so much, seen on a machine that spoils a share of all trials.
  private static RateSearch.Trials target(double capacity, double spoiled, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    return (rate, seconds) -> {
      long planned = Math.max(1, Math.round(rate * seconds));
      double noise = 1 + 0.02 * (random.nextDouble() - 0.5);
      double bad = rate * noise > capacity ? Math.min(1, rate * noise / capacity - 1 + 0.02) : 0;
      return new Trial(
          rate, seconds, planned, Math.round(planned * bad), random.nextDouble() >= spoiled);
    };
  }

  @Test
  void findsAKnownCapacityWithinItsWidth() throws InterruptedException {
    for (int seed = 0; seed < 50; seed++) {
      Capacity found = new RateSearch(Goal.SHORT, target(1_000, 0, seed)).search(1_200);

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
          new RateSearch(Goal.SHORT, target(1_000, 0.1, seed)).search(1_200).lowerPerSecond();
    }
    Arrays.sort(found);
    assertThat(found[2]).isGreaterThan(940);
    assertThat(found[37]).isLessThan(1_012);
  }

  @Test
  void withoutABreachItIsALowerBound() throws InterruptedException {
    Capacity found = new RateSearch(Goal.SHORT, target(1e9, 0, 1)).search(1_000);

    assertThat(found.lowerBoundOnly()).isTrue();
    assertThat(found.lowerPerSecond()).isGreaterThan(1_000);
  }

  @Test
  void aTargetThatCarriesFarLessThanItSeemedIsStillFound() throws InterruptedException {
    Capacity found = new RateSearch(Goal.SHORT, target(100, 0, 1)).search(1_000);

    assertThat(found.lowerPerSecond()).isBetween(90.0, 102.0);
  }

  @Test
  void aMachineThatSpoilsEverythingIsSaidToBeTooNoisy() {
    assertThatThrownBy(() -> new RateSearch(Goal.SHORT, target(1_000, 1, 1)).search(1_000))
        .isInstanceOf(RateSearch.TooNoisyException.class);
  }

  @Test
  void theLongFormNeedsThreeTrialsARate() throws InterruptedException {
    Capacity found = new RateSearch(Goal.LONG, target(1_000, 0, 3)).search(1_200);

    assertThat(found.trials().stream().filter(it -> it.seconds() == 30).count())
        .isGreaterThanOrEqualTo(4);
    assertThat(found.lowerPerSecond()).isBetween(940.0, 1_012.0);
  }

  @Test
  void shortTrialsAloneDecideNothing() {
    RateTrials trials = new RateTrials(new Goal(0.01, 30, 90, 0.5, 0.05));
    trials.add(new Trial(100, 10, 1_000, 0, true));
    assertThat(trials.classify()).isEqualTo(RateTrials.Bound.UNDECIDED);
    trials.add(new Trial(100, 30, 3_000, 0, true));
    trials.add(new Trial(100, 30, 3_000, 0, true));
    assertThat(trials.classify()).isEqualTo(RateTrials.Bound.LOWER);
    RateTrials failed = new RateTrials(new Goal(0.01, 30, 90, 0.5, 0.05));
    failed.add(new Trial(100, 30, 3_000, 300, true));
    failed.add(new Trial(100, 30, 3_000, 300, true));
    assertThat(failed.classify()).isEqualTo(RateTrials.Bound.UPPER);
  }

  @Test
  void instancesFollowTheFormulas() {
    Demand demand = new Demand(12_000, 0.3, 1);

    assertThat(demand.instancesForRate(2_000)).isEqualTo(9);
    assertThat(demand.instancesForFailures(2_000)).isEqualTo(7);
    assertThat(demand.instances(2_000)).isEqualTo(9);
    assertThat(new Demand(10, 0.3, 2).instances(1_000)).isEqualTo(3);
    assertThat(new Demand(700, 0.3, 0).instancesForRate(1_000)).isEqualTo(1);
    assertThatThrownBy(() -> new Demand(10, 1, 0)).hasMessageContaining("headroom 1.0");
  }
}
