package rebound.soak.verdict.trend;

import java.util.Random;
import java.util.function.IntToDoubleFunction;
import rebound.soak.verdict.statistics.Series;

/// Seeded AR(1) noise of standard deviation 1 around a given course.
final class Noise {
  private final Random random;
  private final double phi;

  Noise(long seed, double phi) {
    this.random = new Random(seed);
    this.phi = phi;
  }

  Series around(int n, double sigma, IntToDoubleFunction course) {
    double[] y = new double[n];
    double noise = random.nextGaussian();
    double fresh = Math.sqrt(1 - phi * phi);
    for (int j = 0; j < n; j++) {
      y[j] = course.applyAsDouble(j) + sigma * noise;
      noise = phi * noise + fresh * random.nextGaussian();
    }
    return Series.of(y);
  }
}
