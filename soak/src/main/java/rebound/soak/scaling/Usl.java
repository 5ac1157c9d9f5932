package rebound.soak.scaling;

/// The Universal Scalability Law, X(N) = γN / (1 + α(N−1) + βN(N−1)) (Gunther, *Guerrilla Capacity
/// Planning*; METHODOLOGY 4.3). It describes closed load, not open rates.
///
/// @param gamma throughput of a load of 1
/// @param alpha contention, 0 to 1
/// @param beta coherency, 0 to 1
public record Usl(double gamma, double alpha, double beta) {
  /// Throughput at a load.
  public double at(double load) {
    return gamma * load / (1 + alpha * (load - 1) + beta * load * (load - 1));
  }

  /// The load at which throughput is highest, √((1−α)/β); infinite where β is 0.
  public double peakLoad() {
    return beta == 0 ? Double.POSITIVE_INFINITY : Math.sqrt((1 - alpha) / beta);
  }

  /// Throughput there; γ/α where it only levels off, infinite where it does not.
  public double peakThroughput() {
    return beta == 0 ? gamma / alpha : at(peakLoad());
  }
}
