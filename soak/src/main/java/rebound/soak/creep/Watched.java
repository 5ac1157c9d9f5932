package rebound.soak.creep;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Locale;
import java.util.OptionalLong;
import rebound.soak.evidence.sample.Reading;
import rebound.soak.verdict.trend.Floors;
import rebound.soak.verdict.trend.GrowthRule;

/// One metric through a soak: its values, and in which windows it could be read at all. Used by one
/// thread.
final class Watched {
  /// With less than this read, what was left out could hold the growth.
  private static final double LEAST_READ = 0.9;

  final GrowthRule rule;
  final List<Floors.Point> points = new ArrayList<>();
  private final BitSet read = new BitSet();
  private final BitSet asked = new BitSet();
  private String why = "";

  Watched(GrowthRule rule) {
    this.rule = rule;
  }

  /// Takes note of a look.
  ///
  /// @param window of the soak, from 0
  /// @return the value; empty where it could not be read
  OptionalLong look(int window, Reading reading) {
    if (reading instanceof Reading.Unreadable(String reason) && why.isEmpty()) {
      why = reason;
    }
    look(window, reading.readable());
    return reading.amount();
  }

  /// The same for what comes without a reason.
  void look(int window, boolean readable) {
    asked.set(window);
    read.set(window, readable || read.get(window));
  }

  void add(double seconds, double value) {
    points.add(new Floors.Point(seconds, value));
  }

  /// True once it was read: a source that does not offer it is not asked for it.
  boolean offered() {
    return !read.isEmpty();
  }

  /// True before the first look.
  boolean untouched() {
    return asked.isEmpty();
  }

  /// What is missing of a soak; empty where enough was read.
  ///
  /// @param windows whole ones of the soak
  /// @param always true where each of them should hold a value, not only those with a look
  String missing(int windows, boolean always) {
    int due = always ? windows : asked.get(0, windows).cardinality();
    int held = read.get(0, windows).cardinality();
    return held >= LEAST_READ * due
        ? ""
        : String.format(
            Locale.ROOT,
            "%s could not be read in %d of the soak's %d windows%s",
            rule.metric(),
            due - held,
            windows,
            why.isEmpty() ? "" : ": " + why);
  }

  void forget() {
    points.clear();
    read.clear();
    asked.clear();
    why = "";
  }
}
