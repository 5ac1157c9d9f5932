package rebound.soak.scaling;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import org.hipparchus.exception.MathRuntimeException;
import org.hipparchus.linear.Array2DRowRealMatrix;
import org.hipparchus.linear.ArrayRealVector;
import org.hipparchus.linear.RealVector;
import org.hipparchus.optim.nonlinear.vector.leastsquares.LeastSquaresBuilder;
import org.hipparchus.optim.nonlinear.vector.leastsquares.LevenbergMarquardtOptimizer;
import org.hipparchus.util.Pair;

/// A fit of [Usl] to raw points by bounded least squares of the relative error, with intervals from
/// a bootstrap of the residuals (METHODOLOGY 4.3).
///
/// @param usl the fit
/// @param gamma 95 % interval
/// @param alpha 95 % interval
/// @param beta 95 % interval
/// @param peakLoad 95 % interval of the peak; its upper end may be infinite
/// @param errorRatio root of the mean squared relative error
/// @param mostLoad the largest load that was measured
public record UslFit(
    Usl usl,
    Range gamma,
    Range alpha,
    Range beta,
    Range peakLoad,
    double errorRatio,
    double mostLoad) {

  /// Loads that a fit needs.
  public static final int LEAST_LOADS = 8;

  /// Runs of each that it needs.
  public static final int LEAST_RUNS = 3;

  // A peak is seen where the loads went past it by this factor.
  private static final double PAST_PEAK = 1.3;
  private static final int RESAMPLES = 1_000;
  private static final double MOST_LOST_SHARE = 0.05;
  private static final int MOST_STEPS = 200;
  private static final double TINY = 1e-12;
  // Below this coherency no load that anybody runs comes to a peak.
  private static final double NO_COHERENCY = 1e-9;

  /// An interval.
  ///
  /// @param low its lower end
  /// @param high its upper end
  public record Range(double low, double high) {}

  /// Fits.
  ///
  /// @param points raw runs, at least [#LEAST_LOADS] loads with [#LEAST_RUNS] runs each
  /// @param seed of the bootstrap
  /// @return empty where the points are too few, the fit does not converge, or more than 5 % of
  ///     the resamples do not
  public static Optional<UslFit> of(List<Point> points, long seed) {
    long loads =
        points.stream()
            .mapToDouble(Point::load)
            .distinct()
            .filter(load -> points.stream().filter(it -> it.load() == load).count() >= LEAST_RUNS)
            .count();
    if (loads < LEAST_LOADS) {
      return Optional.empty();
    }
    try {
      return Optional.of(fitted(points, seed));
    } catch (MathRuntimeException diverged) {
      // No convergence is a property of the data; whoever asked prints that nothing was fitted.
      return Optional.empty();
    }
  }

  private static UslFit fitted(List<Point> points, long seed) {
    Usl best = fit(points, start(points));
    double[] residuals =
        points.stream().mapToDouble(it -> it.throughput() / best.at(it.load()) - 1).toArray();
    SplittableRandom random = new SplittableRandom(seed);
    List<Usl> resampled = new ArrayList<>();
    int lost = 0;
    for (int i = 0; i < RESAMPLES; i++) {
      List<Point> again = new ArrayList<>(points.size());
      for (Point point : points) {
        double error = residuals[random.nextInt(residuals.length)];
        again.add(new Point(point.load(), Math.max(TINY, best.at(point.load()) * (1 + error))));
      }
      try {
        resampled.add(fit(again, best));
      } catch (MathRuntimeException diverged) {
        // One resample in many that has no fit says little of the rest.
        if (++lost > MOST_LOST_SHARE * RESAMPLES) {
          throw diverged;
        }
      }
    }
    double squares = Arrays.stream(residuals).map(it -> it * it).sum();
    return new UslFit(
        best,
        range(resampled.stream().mapToDouble(Usl::gamma).toArray()),
        range(resampled.stream().mapToDouble(Usl::alpha).toArray()),
        range(resampled.stream().mapToDouble(Usl::beta).toArray()),
        range(resampled.stream().mapToDouble(Usl::peakLoad).toArray()),
        Math.sqrt(squares / points.size()),
        points.stream().mapToDouble(Point::load).max().orElseThrow());
  }

  /// True where a peak was seen: coherency is certain, and the loads went well past the peak. A
  /// peak that lies beyond what was measured is a guess of any size.
  public boolean peakSeen() {
    return beta.low() > NO_COHERENCY && mostLoad >= PAST_PEAK * usl.peakLoad();
  }

  private static Range range(double[] values) {
    Arrays.sort(values);
    int tail = (int) (0.025 * values.length);
    return new Range(values[tail], values[values.length - 1 - tail]);
  }

  /// Linear least squares through 0 of N/C − 1 on (N−1)² and N−1, with C = X/γ.
  private static Usl start(List<Point> points) {
    double gamma = points.stream().mapToDouble(it -> it.throughput() / it.load()).max().orElse(1);
    double xx = 0;
    double xxx = 0;
    double xxxx = 0;
    double xy = 0;
    double xxy = 0;
    for (Point point : points) {
      double x = point.load() - 1;
      double y = point.load() * gamma / point.throughput() - 1;
      xx += x * x;
      xxx += x * x * x;
      xxxx += x * x * x * x;
      xy += x * y;
      xxy += x * x * y;
    }
    double determinant = xx * xxxx - xxx * xxx;
    double beta = determinant == 0 ? 0 : (xx * xxy - xxx * xy) / determinant;
    double sum = determinant == 0 ? 0 : (xxxx * xy - xxx * xxy) / determinant;
    beta = Math.clamp(beta, 0, 1);
    return new Usl(gamma, Math.clamp(sum - beta, 0, 1), beta);
  }

  private static Usl fit(List<Point> points, Usl from) {
    double[] ones = new double[points.size()];
    Arrays.fill(ones, 1);
    RealVector solved =
        new LevenbergMarquardtOptimizer()
            .optimize(
                new LeastSquaresBuilder()
                    .start(new double[] {from.gamma(), from.alpha(), from.beta()})
                    .target(ones)
                    .model(parameters -> model(points, parameters))
                    .parameterValidator(UslFit::bounded)
                    .lazyEvaluation(false)
                    .maxEvaluations(MOST_STEPS)
                    .maxIterations(MOST_STEPS)
                    .checker((step, before, after) -> settled(before.getCost(), after.getCost()))
                    .build())
            .getPoint();
    RealVector within = bounded(solved);
    return new Usl(within.getEntry(0), within.getEntry(1), within.getEntry(2));
  }

  private static boolean settled(double before, double after) {
    return Math.abs(before - after) <= 1e-10 * Math.max(TINY, before);
  }

  private static RealVector bounded(RealVector parameters) {
    return new ArrayRealVector(
        new double[] {
          Math.max(TINY, parameters.getEntry(0)),
          Math.clamp(parameters.getEntry(1), 0, 1),
          Math.clamp(parameters.getEntry(2), 0, 1)
        },
        false);
  }

  /// X(N)/X measured, which should be 1, and its derivatives: weights 1/X² make the error relative.
  private static Pair<RealVector, org.hipparchus.linear.RealMatrix> model(
      List<Point> points, RealVector parameters) {
    Usl usl = new Usl(parameters.getEntry(0), parameters.getEntry(1), parameters.getEntry(2));
    double[] values = new double[points.size()];
    double[][] slopes = new double[points.size()][];
    for (int i = 0; i < values.length; i++) {
      double load = points.get(i).load();
      double divisor = 1 + usl.alpha() * (load - 1) + usl.beta() * load * (load - 1);
      values[i] = usl.at(load) / points.get(i).throughput();
      slopes[i] =
          new double[] {
            values[i] / usl.gamma(),
            -values[i] * (load - 1) / divisor,
            -values[i] * load * (load - 1) / divisor
          };
    }
    return new Pair<>(new ArrayRealVector(values, false), new Array2DRowRealMatrix(slopes, false));
  }
}
