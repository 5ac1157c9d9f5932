package rebound.soak.verdict.trust;

import java.util.ArrayList;
import java.util.List;

/// Whether a measurement can be believed.
///
/// @param trusted every check passed
/// @param reasons what failed, a sentence each, with the figure and its limit
public record Trust(boolean trusted, List<String> reasons) {
  public Trust {
    reasons = List.copyOf(reasons);
    if (trusted != reasons.isEmpty()) {
      throw new IllegalArgumentException("trusted is " + trusted + " with the reasons " + reasons);
    }
  }

  /// Trusted where nothing failed.
  public static Trust of(List<String> reasons) {
    return new Trust(reasons.isEmpty(), reasons);
  }

  /// Both have to be trusted.
  public Trust and(Trust other) {
    List<String> all = new ArrayList<>(reasons);
    all.addAll(other.reasons);
    return of(all);
  }
}
