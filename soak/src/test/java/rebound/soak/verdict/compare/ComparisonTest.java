package rebound.soak.verdict.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import rebound.soak.verdict.statistics.Series;

/// Book numbers of METHODOLOGY 1.7, and what a comparison must and must not find.
class ComparisonTest {
  private static List<Paired.Block> blocks(long seed, int n, double effect, double noise) {
    Random random = new Random(seed);
    List<Paired.Block> blocks = new ArrayList<>();
    for (int i = 0; i < n; i++) {
      // The machine drifts by 15 %, the same for both runs of a block.
      double drift = Math.exp(0.15 * random.nextGaussian());
      blocks.add(
          new Paired.Block(
              100 * drift * Math.exp(noise * random.nextGaussian()),
              100 * drift * effect * Math.exp(noise * random.nextGaussian())));
    }
    return blocks;
  }

  @ParameterizedTest
  @CsvSource({"6, 1, 96.9", "8, 1, 99.2", "10, 2, 97.9", "12, 3, 96.1", "15, 4, 96.5"})
  void theRanksOfTheExactIntervalAreThoseOfTheBook(int n, int rank, double percent) {
    assertThat(Paired.rank(n)).isEqualTo(rank);
    assertThat(100 * Paired.confidence(n, rank)).isCloseTo(percent, within(0.06));
  }

  @Test
  void fiveBlocksCannotReachNinetyFivePercent() {
    assertThat(Paired.rank(5)).isZero();
    Paired five = Paired.of(Margin.P50, blocks(1, 5, 2, 0.01));

    assertThat(five.verdict()).isEqualTo(Regression.INCONCLUSIVE);
    assertThat(Comparison.judge(List.of(five), 0).findings().getFirst().sentence())
        .contains("no interval below 6 blocks", "add 4 blocks");
  }

  @Test
  void theEstimateIsTheMedianOfTheWalshAverages() {
    // Hollander and Wolfe's depression data, R: wilcox.test(x, y, paired, conf.int) gives −0.46.
    Series d = Series.of(-0.952, 0.147, -1.022, -0.430, -0.620, -0.590, -0.490, 0.080, -0.010);

    assertThat(Paired.hodgesLehmann(d)).isCloseTo(-0.46, within(1e-9));
  }

  @ParameterizedTest
  @CsvSource({"5, 0.03125", "6, 0.015625", "8, 0.00390625"})
  void theSmallestOneSidedProbabilityIsTwoToTheMinusN(int n, double p) {
    // Twice of it is the book's two-sided 0.0625, 0.031 and 0.0078.
    List<Paired.Block> blocks = new ArrayList<>();
    for (int i = 0; i < n; i++) {
      blocks.add(new Paired.Block(100, 150 + i));
    }

    assertThat(Paired.of(Margin.P50, blocks).worseP()).isCloseTo(p, within(1e-9));
  }

  @Test
  void slowerByFifteenPercentIsFoundInTenBlocksThroughTheDrift() {
    Paired found = Paired.of(Margin.P50, blocks(3, 10, 1.15, 0.01));

    assertThat(found.verdict()).isEqualTo(Regression.REGRESSED);
    assertThat(found.ratio()).isCloseTo(1.15, within(0.02));
    assertThat(found.interval().contains(1.15)).isTrue();
    assertThat(Comparison.judge(List.of(found), 1).verdict()).isEqualTo(Regression.REGRESSED);
  }

  @Test
  void goodputThatFallsIsWorseAndGoodputThatRisesIsNot() {
    assertThat(Paired.of(Margin.GOODPUT, blocks(3, 10, 0.85, 0.01)).verdict())
        .isEqualTo(Regression.REGRESSED);
    assertThat(Paired.of(Margin.GOODPUT, blocks(3, 10, 1.3, 0.01)).verdict())
        .isEqualTo(Regression.OK);
    assertThat(Paired.of(Margin.GOODPUT, blocks(3, 10, 1.0, 0.01)).verdict())
        .isEqualTo(Regression.OK);
  }

  @Test
  void noiseAsLargeAsTheMarginIsInconclusive() {
    assertThat(Paired.of(Margin.P50, blocks(5, 6, 1.04, 0.05)).verdict())
        .isEqualTo(Regression.INCONCLUSIVE);
  }

  @Test
  void ofMemoryEightMegabytesAreAllowedWhateverTheirShare() {
    List<Paired.Block> small = new ArrayList<>();
    List<Paired.Block> large = new ArrayList<>();
    for (int i = 0; i < 10; i++) {
      small.add(new Paired.Block(40e6 + i, 47e6 + i));
      large.add(new Paired.Block(400e6 + i, 440e6 + i));
    }

    assertThat(Paired.of(Margin.SETTLED_MEMORY, small).verdict()).isEqualTo(Regression.OK);
    assertThat(Paired.of(Margin.SETTLED_MEMORY, small).marginRatio()).isCloseTo(0.2, within(1e-6));
    assertThat(Paired.of(Margin.SETTLED_MEMORY, large).verdict()).isEqualTo(Regression.REGRESSED);
  }

  @Test
  void holmsProcedureIsThatOfTheTextbook() {
    // R: p.adjust(c(0.01, 0.04, 0.03, 0.005), "holm")
    assertThat(Comparison.holm(List.of(0.01, 0.04, 0.03, 0.005)))
        .containsExactly(0.03, 0.06, 0.06, 0.02);
  }

  @Test
  void sixBlocksCannotCarryFourMetricsAndSayThatMoreAreNeeded() {
    Paired worse = Paired.of(Margin.P50, blocks(3, 6, 1.3, 0.01));
    Paired same = Paired.of(Margin.GOODPUT, blocks(4, 6, 1.0, 0.005));
    assertThat(worse.verdict()).isEqualTo(Regression.REGRESSED);

    Comparison together = Comparison.judge(List.of(worse, same, same, same), 0);

    assertThat(together.verdict()).isEqualTo(Regression.INCONCLUSIVE);
    assertThat(together.findings().getFirst().sentence())
        .contains("p50: +", "interval", "n=6", "add 4 blocks");
  }

  @Test
  void theSameBuildTwiceRegressesInFewerThanOneOfAHundredStudies() {
    int alarms = 0;
    for (int study = 0; study < 500; study++) {
      Paired p50 = Paired.of(Margin.P50, blocks(10_000 + study, 10, 1, 0.04));
      Paired goodput = Paired.of(Margin.GOODPUT, blocks(90_000 + study, 10, 1, 0.04));
      if (Comparison.judge(List.of(p50, goodput), 0).verdict() == Regression.REGRESSED) {
        alarms++;
      }
    }
    assertThat(alarms).isLessThan(5);
  }

  @Test
  void pairingNarrowsTheIntervalByTheDrift() {
    // Drift 15 %, noise 4 %, n = 10: 8 % paired against 33 % unpaired, in the book's median study.
    List<Double> paired = new ArrayList<>();
    for (int study = 0; study < 200; study++) {
      paired.add(Paired.of(Margin.P50, blocks(study, 10, 1, 0.04)).interval().width());
    }
    double median = Series.of(paired.stream().mapToDouble(Double::doubleValue)).median();

    assertThat(median).isCloseTo(0.08, within(0.03));
  }

  @Test
  void whatHasNoRatioIsRefused() {
    assertThatThrownBy(() -> new Paired.Block(0, 5)).hasMessageContaining("above 0");
    assertThatThrownBy(() -> Paired.of(Margin.P50, List.of())).hasMessageContaining("no block");
  }
}
