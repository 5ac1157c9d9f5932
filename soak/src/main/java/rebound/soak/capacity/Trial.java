package rebound.soak.capacity;

/// One measurement at one offered rate, as one objective sees it.
///
/// @param perSecond offered rate
/// @param seconds how long it was offered
/// @param good right answers
/// @param kept true when the objective was kept
/// @param valid false when the driver or the machine spoiled it; then it says nothing of the rate
public record Trial(double perSecond, double seconds, long good, boolean kept, boolean valid) {
  /// Refuses rates and times that are not positive.
  public Trial {
    if (!(perSecond > 0) || !(seconds > 0) || good < 0) {
      throw new IllegalArgumentException(
          good + " good at " + perSecond + "/s for " + seconds + " s is no trial");
    }
  }
}
