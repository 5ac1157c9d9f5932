package rebound.soak.capacity;

/// How sure the search wants to be of a rate, after MLRsearch (draft-ietf-bmwg-mlrsearch).
///
/// @param finalSeconds length of a trial that counts in full
/// @param sumSeconds time of trials that decides a rate
/// @param exceedRatio share of that time that may fail and the rate still be a lower bound
/// @param width lower and upper bound may differ by this share at the end
public record Goal(double finalSeconds, double sumSeconds, double exceedRatio, double width) {

  /// Refuses shares outside 0 to 1 and times that are not positive.
  public Goal {
    if (!(finalSeconds > 0)
        || !(sumSeconds >= finalSeconds)
        || !(exceedRatio >= 0 && exceedRatio < 1)
        || !(width > 0)) {
      throw new IllegalArgumentException(
          "goal with finalSeconds "
              + finalSeconds
              + ", sumSeconds "
              + sumSeconds
              + ", exceedRatio "
              + exceedRatio
              + ", width "
              + width
              + ": use shares below 1, a width above 0, and a sum at least as long as a trial");
    }
  }
}
