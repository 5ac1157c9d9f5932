package rebound.soak.verdict.overload;

import java.util.List;
import java.util.Optional;

/// What a request costs the target's processors, served and refused (METHODOLOGY 2.3).
///
/// @param servedSeconds s, CPU seconds of a request that is served
/// @param rejectedSeconds r, CPU seconds of one that is refused
public record RequestCost(double servedSeconds, double rejectedSeconds) {
  /// Refuses costs below nothing, and a served request that costs nothing.
  public RequestCost {
    if (!(servedSeconds > 0) || !(rejectedSeconds >= 0)) {
      throw new IllegalArgumentException(
          "a served request costs "
              + servedSeconds
              + " CPU s and a refused one "
              + rejectedSeconds
              + ": both must be measured");
    }
  }

  /// One stretch of load.
  ///
  /// @param cpuSeconds of the target's process tree
  /// @param served requests that it worked on, in time or not
  /// @param rejected requests that it refused on purpose
  public record Stretch(double cpuSeconds, double served, double rejected) {}

  /// Fits cpu = s·served + r·rejected by least squares over stretches of different mixtures, which
  /// tells the two costs apart without a look into the target.
  ///
  /// @return empty where nothing was refused, or where the stretches do not tell the costs apart
  public static Optional<RequestCost> of(List<Stretch> stretches) {
    double xx = 0;
    double xy = 0;
    double yy = 0;
    double xc = 0;
    double yc = 0;
    for (Stretch it : stretches) {
      xx += it.served() * it.served();
      xy += it.served() * it.rejected();
      yy += it.rejected() * it.rejected();
      xc += it.served() * it.cpuSeconds();
      yc += it.rejected() * it.cpuSeconds();
    }
    double determinant = xx * yy - xy * xy;
    if (!(determinant > 1e-6 * xx * yy)) {
      return Optional.empty();
    }
    double served = (xc * yy - yc * xy) / determinant;
    double rejected = (yc * xx - xc * xy) / determinant;
    if (rejected < 0) {
      served = xc / xx;
      rejected = 0;
    }
    return served > 0 ? Optional.of(new RequestCost(served, rejected)) : Optional.empty();
  }

  /// ρ = r/s.
  public double ratio() {
    return rejectedSeconds / servedSeconds;
  }
}
