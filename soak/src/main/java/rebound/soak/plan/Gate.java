package rebound.soak.plan;

import java.util.Optional;
import java.util.OptionalDouble;

/// A demand of the plan.
///
/// @param metric dotted name of a figure of `run.json`, for example `responseMillis.p99`
/// @param phase the phase's name, `*` for all but warm-up and rest, or empty for the whole run
/// @param population the population's name; empty is the first
/// @param min least value that passes
/// @param max greatest value that passes
/// @param relativeTo a phase whose figure min and max are multiples of
public record Gate(
    String metric,
    Optional<String> phase,
    Optional<String> population,
    OptionalDouble min,
    OptionalDouble max,
    Optional<String> relativeTo) {

  /// Refuses a gate that demands nothing.
  public Gate {
    if (min.isEmpty() && max.isEmpty()) {
      throw new IllegalArgumentException("gate on " + metric + " has neither min nor max: add one");
    }
  }

  /// The gate in a few words, for tables: what, where and how much.
  public String name() {
    StringBuilder name = new StringBuilder(metric);
    phase.ifPresent(where -> name.append(" in ").append(where.equals("*") ? "all phases" : where));
    population.ifPresent(who -> name.append(" of ").append(who));
    return name.toString();
  }

  /// The demand in words, for example `at most 250`.
  public String required() {
    String unit = relativeTo.map(base -> " × that of " + base).orElse("");
    if (min.isPresent() && max.isPresent()) {
      return "from " + plain(min.getAsDouble()) + " to " + plain(max.getAsDouble()) + unit;
    }
    return min.isPresent()
        ? "at least " + plain(min.getAsDouble()) + unit
        : "at most " + plain(max.getAsDouble()) + unit;
  }

  private static String plain(double value) {
    return value == Math.rint(value) && Math.abs(value) < 1e15
        ? Long.toString((long) value)
        : Double.toString(value);
  }
}
