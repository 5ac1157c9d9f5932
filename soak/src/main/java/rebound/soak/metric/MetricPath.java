package rebound.soak.metric;

import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import rebound.soak.evidence.Percentiles;
import rebound.soak.evidence.PhaseRecord;
import rebound.soak.evidence.PopulationRecord;
import rebound.soak.evidence.RunRecord;

/// Finds a figure by the dotted name under which `run.json` holds it: every numeric part of the
/// records is a metric without being listed anywhere. In a phase the population is searched first,
/// then the phase; without a phase, the run.
public final class MetricPath {
  private MetricPath() {}

  /// True when the name stands for a figure.
  ///
  /// @param metric for example `responseMillis.p99`
  /// @param inPhase true for a figure of a phase, false for one of the whole run
  public static boolean known(String metric, boolean inPhase) {
    return inPhase
        ? leads(PopulationRecord.class, metric) || leads(PhaseRecord.class, metric)
        : leads(RunRecord.class, metric);
  }

  /// Names that are near to a wrong one, for its message.
  public static String nearest(String metric, boolean inPhase) {
    List<String> names = new ArrayList<>();
    if (inPhase) {
      collect(PopulationRecord.class, "", names);
      collect(PhaseRecord.class, "", names);
    } else {
      collect(RunRecord.class, "", names);
    }
    names.sort(Comparator.comparingInt(name -> distance(name, metric)));
    return String.join(", ", names.subList(0, Math.min(5, names.size())));
  }

  /// The figure of a phase, or of one population in it.
  public static Measured in(PhaseRecord phase, PopulationRecord population, String metric) {
    if (population != null && leads(PopulationRecord.class, metric)) {
      return find(population, metric);
    }
    if (leads(PhaseRecord.class, metric)) {
      return find(phase, metric);
    }
    return new Measured.Missing("phase " + phase.name() + " has no population that measured it");
  }

  /// A figure of the whole run.
  public static Measured in(RunRecord run, String metric) {
    return find(run, metric);
  }

  /// The component that a name begins with. `run.json` of a hostile population holds in
  /// `connections` what became of them; the record keeps that apart from their number.
  private static String first(String metric) {
    int dot = metric.indexOf('.');
    String first = dot < 0 ? metric : metric.substring(0, dot);
    return dot > 0 && first.equals("connections") ? "connectionLedger" : first;
  }

  private static boolean leads(Class<?> type, String metric) {
    int dot = metric.indexOf('.');
    String first = first(metric);
    for (RecordComponent component : type.getRecordComponents()) {
      if (component.getName().equals(first)) {
        if (isCountMap(component)) {
          return dot > 0;
        }
        return dot < 0
            ? isFigure(component.getType())
            : component.getType().isRecord()
                && leads(component.getType(), metric.substring(dot + 1));
      }
    }
    return false;
  }

  private static Measured find(Object record, String metric) {
    int dot = metric.indexOf('.');
    String first = first(metric);
    Object value = component(record, first);
    if (value == null) {
      return absent(record, metric);
    }
    if (value instanceof Map<?, ?> counts) {
      // A status or error that nobody saw was seen no times.
      return new Measured.Value(
          counts.get(metric.substring(dot + 1)) instanceof Number seen ? seen.doubleValue() : 0);
    }
    if (dot > 0) {
      return find(value, metric.substring(dot + 1));
    }
    return switch (value) {
      case Number number -> new Measured.Value(number.doubleValue());
      case Boolean flag -> new Measured.Value(flag ? 1 : 0);
      default -> new Measured.Missing(metric + " is no number");
    };
  }

  private static Measured absent(Object record, String metric) {
    if (record instanceof Percentiles percentiles && percentiles.count() > 0) {
      return new Measured.TooFew(percentiles.count(), percentiles.max());
    }
    return new Measured.Missing("no sample of " + metric);
  }

  private static Object component(Object record, String name) {
    for (RecordComponent component : record.getClass().getRecordComponents()) {
      if (component.getName().equals(name)) {
        try {
          return component.getAccessor().invoke(record);
        } catch (ReflectiveOperationException broken) {
          throw new IllegalStateException("cannot read " + name + " of " + record, broken);
        }
      }
    }
    return null;
  }

  private static void collect(Class<?> type, String prefix, List<String> names) {
    for (RecordComponent component : type.getRecordComponents()) {
      String name = prefix + component.getName();
      if (isFigure(component.getType())) {
        names.add(name);
      } else if (component.getType().isRecord()) {
        collect(component.getType(), name + ".", names);
      }
    }
  }

  private static boolean isFigure(Class<?> type) {
    return type == boolean.class
        || type == Boolean.class
        || Number.class.isAssignableFrom(type)
        || (type.isPrimitive() && type != char.class);
  }

  private static boolean isCountMap(RecordComponent component) {
    Type type = component.getGenericType();
    return component.getType() == Map.class
        && type instanceof ParameterizedType parameterized
        && parameterized.getActualTypeArguments()[1] == Long.class;
  }

  /// Levenshtein's edit distance.
  private static int distance(String a, String b) {
    int[] row = new int[b.length() + 1];
    for (int j = 0; j <= b.length(); j++) {
      row[j] = j;
    }
    for (int i = 1; i <= a.length(); i++) {
      int diagonal = row[0];
      row[0] = i;
      for (int j = 1; j <= b.length(); j++) {
        int change = diagonal + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
        diagonal = row[j];
        row[j] = Math.min(change, 1 + Math.min(row[j], row[j - 1]));
      }
    }
    return row[b.length()];
  }
}
