package rebound.soak;

import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;
import rebound.chaos.measure.Latencies;
import rebound.chaos.measure.Ledger;
import rebound.soak.evidence.ConnectionsRecord;
import rebound.soak.evidence.LedgerRecord;
import rebound.soak.evidence.LivenessRecord;
import rebound.soak.evidence.MachineRecord;
import rebound.soak.evidence.MemoryRecord;
import rebound.soak.evidence.Percentiles;
import rebound.soak.evidence.PhaseRecord;
import rebound.soak.evidence.PopulationRecord;

/// Records of runs that never happened, for tests.
public final class Records {
  private Records() {}

  /// A phase of ten seconds in which all requests were right and took a millisecond.
  public static PhaseRecord phase(String name, long ok, double throughputPerSecond) {
    return phase(name, "load", ok, throughputPerSecond, true, 200);
  }

  /// A phase of ten seconds.
  public static PhaseRecord phase(
      String name, String kind, long ok, double throughput, boolean trusted, int statusAfter) {
    List<PopulationRecord> users =
        kind.equals("rest") ? List.of() : List.of(population(ok, throughput, throughput));
    return phase(name, kind, users, null, trusted, living(statusAfter));
  }

  /// A phase of ten seconds of which only the probes are of interest.
  public static PhaseRecord probed(String name, LivenessRecord liveness) {
    return phase(name, "load", List.of(population(5_000, 500, 500)), null, true, liveness);
  }

  /// A phase of ten seconds that was disturbed, with one silence of at least so many milliseconds.
  public static PhaseRecord disturbed(String name, double silenceMillis) {
    LivenessRecord liveness =
        new LivenessRecord(
            200,
            0.9,
            0.9,
            silenceMillis + 250,
            1,
            40,
            0,
            "alive",
            0.9,
            null,
            List.of(),
            silenceMillis,
            silenceMillis + 500,
            40,
            null,
            List.of(),
            null);
    return phase(name, "load", List.of(population(5_000, 500, 500)), null, false, liveness);
  }

  /// A phase of ten seconds at whose end so many descriptors were open.
  public static PhaseRecord holding(String name, String kind, Long fileDescriptors) {
    return phase(name, kind, List.of(), null, true, living(200), fileDescriptors);
  }

  private static LivenessRecord living(int statusAfter) {
    return new LivenessRecord(
        statusAfter,
        1.0,
        1.0,
        0.0,
        0,
        40,
        0,
        "alive",
        1.0,
        null,
        List.of(),
        0.0,
        0.0,
        40,
        null,
        List.of(),
        null);
  }

  /// A phase of ten seconds in which answers beyond the good ones were refusals.
  public static PhaseRecord refusing(
      String name, double throughput, double goodput, double ceilingPerSecond) {
    List<PopulationRecord> users =
        List.of(population(Math.round(10 * goodput), throughput, goodput));
    return phase(name, "load", users, ceilingPerSecond, true, living(200));
  }

  private static PhaseRecord phase(
      String name,
      String kind,
      List<PopulationRecord> populations,
      Double ceilingPerSecond,
      boolean trusted,
      LivenessRecord liveness) {
    return phase(name, kind, populations, ceilingPerSecond, trusted, liveness, null);
  }

  private static PhaseRecord phase(
      String name,
      String kind,
      List<PopulationRecord> populations,
      Double ceilingPerSecond,
      boolean trusted,
      LivenessRecord liveness,
      Long fileDescriptors) {
    return new PhaseRecord(
        name,
        name,
        kind,
        0,
        10,
        1,
        true,
        populations,
        ceilingPerSecond,
        new MemoryRecord(
            50_000_000L,
            60_000_000L,
            55_000_000L,
            52_000_000L,
            null,
            null,
            null,
            null,
            fileDescriptors,
            null,
            null,
            null,
            50,
            ""),
        1.0,
        1.0,
        0.5,
        liveness,
        new MachineRecord(0.1, 1.0, 0.0, 0.0, 0L, 0L, 1.0, 0.0, 0.0),
        null,
        null,
        trusted,
        trusted ? List.of() : List.of("the driver was late"),
        List.of(),
        null);
  }

  private static PopulationRecord population(long ok, double throughput, double goodput) {
    Histogram millis = Latencies.histogram();
    millis.recordValueWithCount(1_000_000, ok);
    Percentiles percentiles = Percentiles.of(millis);
    return new PopulationRecord(
        "users",
        "closed",
        64,
        null,
        LedgerRecord.of(new Ledger(ok, ok, 0, 0, 0, 0, 0, 0, 0, 0, 0)),
        0,
        Map.of("200", ok),
        Map.of(),
        throughput,
        goodput,
        1.0,
        0,
        1,
        1,
        percentiles,
        percentiles,
        percentiles,
        percentiles,
        percentiles,
        percentiles,
        new ConnectionsRecord(64, 64, 0, 64, 0, 0, 0));
  }
}
