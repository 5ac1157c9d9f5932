package rebound.soak.planfile;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// An axis of a grid as `--sweep` takes it, `1..200ms` or `8..512:7`: places evenly spaced on a
/// logarithmic scale, both ends among them.
public final class Sweep {
  private static final Pattern RANGE =
      Pattern.compile(
          "(\\d+(?:\\.\\d+)?)(us|ms|s)?\\.\\.(\\d+(?:\\.\\d+)?)(us|ms|s)?(?::(\\d{1,2}))?");
  private static final String DELAY = "database.delay";
  private static final String CONNECTIONS = "connections";
  private static final double DELAY_FACTOR = 4;
  private static final double CONNECTIONS_FACTOR = 2;

  private Sweep() {}

  /// Sets an axis in a plan that has a surface.
  ///
  /// @param key `database.delay` or `connections`
  /// @param range from where to where, and with how many places
  /// @throws UsageException when there is no such axis, or the range is none
  public static void set(YamlFile file, String key, String range) {
    String what = "--sweep " + key + "=" + range;
    if (!file.section().has("surface")) {
      throw new UsageException(
          what + ": this plan draws no surface; leave the plan out, or use surface");
    }
    Matcher matcher = RANGE.matcher(range);
    if (!matcher.matches()) {
      throw new UsageException(
          what + ": '" + range + "' is no range; write 1..200ms, or 8..512:7 for seven places");
    }
    switch (key) {
      case DELAY -> file.set("surface.delays", delays(what, matcher), what);
      case CONNECTIONS -> file.set("surface.connections", connections(what, matcher), what);
      default ->
          throw new UsageException(
              what + ": '" + key + "' cannot be swept; use " + DELAY + " or " + CONNECTIONS);
    }
  }

  private static String delays(String what, Matcher range) {
    String unit = range.group(4) == null ? range.group(2) : range.group(4);
    if (unit == null) {
      throw new UsageException(what + ": a delay needs its unit; write 1..200ms");
    }
    String first = range.group(2) == null ? unit : range.group(2);
    double from = Units.duration(range.group(1) + first).toNanos() / 1e3;
    double to = Units.duration(range.group(3) + unit).toNanos() / 1e3;
    return places(what, from, to, range.group(5), DELAY_FACTOR).stream()
        .map(it -> Units.write(Duration.ofNanos(twoDigits(it) * 1_000)))
        .collect(Collectors.joining(", ", "[", "]"));
  }

  private static String connections(String what, Matcher range) {
    if (range.group(2) != null || range.group(4) != null) {
      throw new UsageException(what + ": connections have no unit; write 8..512");
    }
    double from = Double.parseDouble(range.group(1));
    double to = Double.parseDouble(range.group(3));
    return places(what, from, to, range.group(5), CONNECTIONS_FACTOR).stream()
        .map(it -> String.format(Locale.ROOT, "%.0f", it))
        .distinct()
        .collect(Collectors.joining(", ", "[", "]"));
  }

  private static List<Double> places(
      String what, double from, double to, String given, double factor) {
    if (!(from > 0) || !(to > from)) {
      throw new UsageException(what + ": let it rise from above 0, as in 1..200ms");
    }
    int count =
        given == null
            ? 1 + (int) Math.max(1, Math.round(Math.log(to / from) / Math.log(factor)))
            : Integer.parseInt(given);
    if (count < 2) {
      throw new UsageException(what + ": a range has at least its two ends; use :2 or more");
    }
    List<Double> places = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      places.add(from * Math.pow(to / from, (double) i / (count - 1)));
    }
    return places;
  }

  /// Rounded to two digits: nobody wants to read 3.761 ms.
  private static long twoDigits(double micros) {
    double unit = Math.pow(10, Math.max(0, Math.floor(Math.log10(micros)) - 1));
    return Math.max(1, Math.round(Math.round(micros / unit) * unit));
  }
}
