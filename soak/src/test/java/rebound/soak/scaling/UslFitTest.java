package rebound.soak.scaling;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.offset;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class UslFitTest {
  // Gunther's SPEC SDM91 example, Guerrilla Capacity Planning, table 5.3: γ = 89.995,
  // α = 0.02772985, β = 0.00010437.
  private static final double[][] SPEC = {
    {1, 64.9}, {18, 995.9}, {36, 1652.4}, {72, 1853.2}, {108, 1828.9}, {144, 1775.0}, {216, 1702.2}
  };

  @Test
  void theCurveHasItsKnownPlaces() {
    Usl usl = new Usl(89.995, 0.02772985, 0.00010437);

    assertThat(usl.at(1)).isEqualTo(89.995);
    assertThat(usl.peakLoad()).isCloseTo(96.52, offset(0.01));
    assertThat(usl.peakThroughput()).isCloseTo(1882.4, offset(10.0));
    assertThat(new Usl(10, 0.1, 0).peakThroughput()).isCloseTo(100, offset(1e-9));
  }

  @Test
  void recoversAKnownCurveFromNoisyPoints() {
    Usl truth = new Usl(100, 0.02, 0.0004);
    UslFit fit = UslFit.of(points(truth, 0.02, 100, 1), 1).orElseThrow();

    assertThat(fit.usl().peakLoad()).isBetween(44.0, 55.0);
    assertThat(fit.peakLoad().low()).isLessThan(49.5);
    assertThat(fit.peakLoad().high()).isGreaterThan(49.4);
    assertThat(fit.gamma().low()).isLessThan(fit.usl().gamma());
    assertThat(fit.peakSeen()).isTrue();
    assertThat(fit.errorRatio()).isLessThan(0.03);
  }

  @Test
  void thePeakIsNotSeenWhereTheLoadsEndBeforeIt() {
    UslFit fit = UslFit.of(points(new Usl(100, 0.02, 0.0004), 0.05, 16, 2), 1).orElseThrow();

    assertThat(fit.peakSeen()).isFalse();
  }

  @Test
  void withoutCoherencyThereIsNoPeak() {
    UslFit fit = UslFit.of(points(new Usl(100, 0.05, 0), 0.03, 256, 3), 1).orElseThrow();

    assertThat(fit.peakSeen()).isFalse();
    assertThat(fit.beta().low()).isLessThan(1e-5);
    assertThat(fit.usl().alpha()).isCloseTo(0.05, offset(0.02));
  }

  @Test
  void tooFewLoadsOrRunsAreNotFitted() {
    List<Point> once = new ArrayList<>();
    for (double[] pair : SPEC) {
      once.add(new Point(pair[0], pair[1]));
    }

    assertThat(UslFit.of(once, 1)).isEmpty();
  }

  @Test
  void staysWithinItsBoundsOnACurveThatGrowsFasterThanItsLoad() {
    List<Point> points = new ArrayList<>();
    for (int load : new int[] {1, 2, 4, 8, 16, 32, 64, 128}) {
      for (int run = 0; run < 3; run++) {
        points.add(new Point(load, 10 * load * (1 + 0.1 * Math.log(load)) + run));
      }
    }
    UslFit fit = UslFit.of(points, 1).orElseThrow();

    assertThat(fit.usl().alpha()).isBetween(0.0, 1.0);
    assertThat(fit.usl().beta()).isBetween(0.0, 1.0);
    assertThat(fit.peakSeen()).isFalse();
  }

  @Test
  void aResampleThatDoesNotConvergeDoesNotTakeTheWholeFitAway() {
    // Noise of a factor e: a few of the thousand resamples have no fit.
    Random random = new Random(5);
    List<Point> wild =
        points(new Usl(100, 0.02, 0.0004), 0, 100, 5).stream()
            .map(it -> new Point(it.load(), it.throughput() * Math.exp(random.nextGaussian())))
            .toList();

    UslFit fit = UslFit.of(wild, 5).orElseThrow();

    assertThat(fit.gamma().low()).isLessThan(fit.gamma().high());
  }

  private static List<Point> points(Usl usl, double noise, int most, long seed) {
    Random random = new Random(seed);
    List<Point> points = new ArrayList<>();
    for (int step = 0; step < 10; step++) {
      double load = 1 + Math.round((most - 1) * step / 9.0);
      for (int run = 0; run < 3; run++) {
        points.add(new Point(load, usl.at(load) * (1 + noise * random.nextGaussian())));
      }
    }
    return points;
  }
}
