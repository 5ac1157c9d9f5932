package rebound.soak.chart;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// Throughput against the 99th percentile: one large point a target at its median, a small one a
/// run. Right is faster, low is steadier, so that the lower right corner is the better one.
public final class PerformanceMap {
  private static final int LARGE = 15;
  private static final int SMALL = 6;

  private PerformanceMap() {}

  /// A run, or the median of several.
  ///
  /// @param perSecond its throughput
  /// @param p99Millis its 99th percentile
  public record Place(double perSecond, double p99Millis) {}

  /// A target on the map.
  ///
  /// @param name of the target
  /// @param median of its runs
  /// @param runs each of them
  public record Target(String name, Place median, List<Place> runs) {
    /// Copies the runs.
    public Target {
      runs = List.copyOf(runs);
    }
  }

  /// The map.
  ///
  /// @param id matches `[a-z0-9-]+`
  public static Plot of(String id, List<Target> targets) {
    // Two points of one throughput need a place each.
    Map<Double, Map<String, Double>> places = new TreeMap<>();
    Map<Double, String> names = new LinkedHashMap<>();
    for (Target target : targets) {
      put(places, names, target.name(), target.name() + ", median", target.median());
      for (int i = 0; i < target.runs().size(); i++) {
        String run = target.name() + ", run " + (i + 1);
        put(places, names, single(target.name()), run, target.runs().get(i));
      }
    }
    List<Double> x = new ArrayList<>(places.keySet());
    List<Line> lines = new ArrayList<>();
    for (int i = 0; i < targets.size(); i++) {
      String name = targets.get(i).name();
      int colour = Line.colour(i);
      lines.add(Line.points(name, colour, LARGE, column(x, places, name)));
      lines.add(Line.points(single(name), colour, SMALL, column(x, places, single(name))));
    }
    return new Plot(
        id,
        "99th percentile in ms over throughput: large points are medians, small ones single runs",
        "ms",
        true,
        x,
        lines,
        List.of(),
        new Plot.Across(
            "throughput", "/s", false, "lower right", x.stream().map(names::get).toList()));
  }

  private static String single(String name) {
    return name + ", single runs";
  }

  private static void put(
      Map<Double, Map<String, Double>> places,
      Map<Double, String> names,
      String line,
      String name,
      Place place) {
    double x = place.perSecond();
    while (places.containsKey(x)) {
      x = Math.nextUp(x);
    }
    places.put(x, Map.of(line, place.p99Millis()));
    names.put(x, name);
  }

  private static List<Double> column(
      List<Double> x, Map<Double, Map<String, Double>> places, String line) {
    List<Double> column = new ArrayList<>(Collections.nCopies(x.size(), null));
    for (int i = 0; i < x.size(); i++) {
      column.set(i, places.get(x.get(i)).get(line));
    }
    return column;
  }
}
