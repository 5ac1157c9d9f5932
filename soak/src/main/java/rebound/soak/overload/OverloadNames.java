package rebound.soak.overload;

import java.util.Locale;

/// Names of the phases of an overload, by which they are found again in a journal.
public final class OverloadNames {
  /// Load before anything counts.
  public static final String WARM_UP = "warm-up";

  /// A closed load that shows where a staircase has to begin.
  public static final String SATURATION = "saturation";

  /// A stair of the search for the capacity, and its number.
  public static final String STAIR = "stair-";

  /// What service is like at the base load.
  public static final String BASELINE = "baseline";

  /// A step, and its multiple.
  public static final String STEP = "step-";

  /// The base load after a step, and the step's multiple.
  public static final String CHECK = "check-";

  /// A step on the way up.
  public static final String UP = "up-";

  /// A step on the way down.
  public static final String DOWN = "down-";

  /// The spike, with base load before and after it.
  public static final String SPIKE = "spike";

  /// The long stretch.
  public static final String SUSTAINED = "sustained";

  /// The retrying clients' baseline.
  public static final String STORM_BASELINE = "storm-baseline";

  /// The trigger and the watch after it, without a budget.
  public static final String STORM_FREE = "storm-free";

  /// The base load between both, where service did not come back by itself.
  public static final String STORM_BETWEEN = "storm-between";

  /// The same with a budget.
  public static final String STORM_BUDGET = "storm-budget";

  /// Behind a storm's name: load is shed.
  public static final String SHED = "-shed";

  /// Behind a storm's name: load is back.
  public static final String BACK = "-back";

  private OverloadNames() {}

  /// A multiple as a part of a name: `1-25` for 1.25.
  public static String of(double multiple) {
    return plain(multiple).replace('.', '-');
  }

  /// A multiple for people: `1.25×`.
  public static String title(double multiple) {
    return plain(multiple) + "×";
  }

  /// The multiple that a name stands for.
  static double multiple(String name, String prefix) {
    return Double.parseDouble(name.substring(prefix.length()).replace('-', '.'));
  }

  private static String plain(double multiple) {
    String text = String.format(Locale.ROOT, "%.3f", multiple);
    return text.replaceAll("0+$", "").replaceAll("\\.$", "");
  }
}
