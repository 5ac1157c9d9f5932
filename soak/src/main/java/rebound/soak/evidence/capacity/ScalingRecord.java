package rebound.soak.evidence.capacity;

/// The Universal Scalability Law fitted to the ladder: X(N) = γN / (1 + α(N−1) + βN(N−1)). The
/// intervals hold 95 %. All figures are null where it was not fitted.
///
/// @param fitted false where the ladder is too short for it
/// @param gamma good answers a second of one connection
/// @param gammaLow its interval
/// @param gammaHigh its interval
/// @param alpha contention
/// @param alphaLow its interval
/// @param alphaHigh its interval
/// @param beta coherency
/// @param betaLow its interval
/// @param betaHigh its interval
/// @param peakConnections where more connections begin to cost; null where no peak was seen
/// @param peakLow its interval
/// @param peakHigh its interval
/// @param peakPerSecond good answers a second there
/// @param errorRatio root of the mean squared relative error of the fit
/// @param sentence what it says, or why it was not fitted
public record ScalingRecord(
    boolean fitted,
    Double gamma,
    Double gammaLow,
    Double gammaHigh,
    Double alpha,
    Double alphaLow,
    Double alphaHigh,
    Double beta,
    Double betaLow,
    Double betaHigh,
    Double peakConnections,
    Double peakLow,
    Double peakHigh,
    Double peakPerSecond,
    Double errorRatio,
    String sentence) {

  /// A ladder to which nothing was fitted.
  public static ScalingRecord none(String why) {
    return new ScalingRecord(
        false, null, null, null, null, null, null, null, null, null, null, null, null, null, null,
        why);
  }
}
