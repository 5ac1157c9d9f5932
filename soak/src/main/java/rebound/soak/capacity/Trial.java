package rebound.soak.capacity;

/// One measurement at one offered rate.
///
/// @param perSecond offered rate
/// @param seconds how long it was offered
/// @param planned requests that became due
/// @param bad requests that were not answered right within the objective's time
/// @param valid false when the driver or the machine spoiled it; then it says nothing about the
// rate
public record Trial(double perSecond, double seconds, long planned, long bad, boolean valid) {
  /// Refuses rates and times that are not positive, and more bad requests than planned ones.
  public Trial {
    if (!(perSecond > 0) || !(seconds > 0) || planned < 0 || bad < 0 || bad > planned) {
      throw new IllegalArgumentException(
          bad + " bad of " + planned + " at " + perSecond + "/s for " + seconds + " s is no trial");
    }
  }

  /// Share of bad requests; 1 without a planned one, since nothing was shown.
  public double badRatio() {
    return planned == 0 ? 1 : (double) bad / planned;
  }
}
