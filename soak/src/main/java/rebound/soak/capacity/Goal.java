package rebound.soak.capacity;

/// What the search looks for, after MLRsearch (draft-ietf-bmwg-mlrsearch): the highest rate whose
/// trials keep the bad ratio.
///
/// @param badRatio share of bad requests that a trial may have
/// @param finalSeconds length of a trial that counts in full
/// @param sumSeconds time of trials that decides a rate
/// @param exceedRatio share of that time that may fail and the rate still be a lower bound
/// @param width lower and upper bound may differ by this share at the end
public record Goal(
    double badRatio, double finalSeconds, double sumSeconds, double exceedRatio, double width) {

  /// 1 % bad, one trial of 10 s each rate, 5 % wide: a search of minutes.
  public static final Goal SHORT = new Goal(0.01, 10, 10, 0.5, 0.05);

  /// METHODOLOGY 4.2: three trials of 30 s each rate.
  public static final Goal LONG = new Goal(0.01, 30, 90, 0.5, 0.05);

  /// Refuses shares outside 0 to 1 and times that are not positive.
  public Goal {
    if (!(badRatio >= 0 && badRatio < 1)
        || !(finalSeconds > 0)
        || !(sumSeconds >= finalSeconds)
        || !(exceedRatio >= 0 && exceedRatio < 1)
        || !(width > 0)) {
      throw new IllegalArgumentException(
          "goal with badRatio "
              + badRatio
              + ", finalSeconds "
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
