package rebound.soak.overload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
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
import rebound.soak.evidence.overload.CliffRecord;
import rebound.soak.evidence.overload.SurfaceRecord;

/// A server with a pool of 64 and processors for 10,000 a second, by arithmetic.
class SurfacesTest {
  private static final double POOL = 64;
  private static final double PROCESSOR = 10_000;

  private static SurfaceRecord surface() {
    List<PhaseRecord> cells = new ArrayList<>();
    for (int delay : new int[] {1, 20, 200}) {
      for (int connections : new int[] {8, 16, 32, 64, 128, 256}) {
        double perSecond = Math.min(PROCESSOR, Math.min(POOL, connections) / (delay / 1e3));
        cells.add(cell(delay, connections, perSecond));
      }
    }
    return Surfaces.of(cells);
  }

  @Test
  void findsTheCliffAndWhatIsBusyThere() {
    SurfaceRecord surface = surface();

    assertThat(surface.poolConnections()).isCloseTo(64, within(0.1));
    assertThat(surface.processorPerSecond()).isCloseTo(PROCESSOR, within(1.0));
    CliffRecord fast = surface.cliffs().getFirst();
    assertThat(fast.bound()).isEqualTo("processor");
    assertThat(fast.cliffConnections()).isEqualTo(16);
    CliffRecord slow = surface.cliffs().get(1);
    assertThat(slow.bound()).isEqualTo("pool");
    assertThat(slow.mostPerSecond()).isCloseTo(3_200, within(1.0));
    assertThat(slow.knee()).isCloseTo(64, within(0.5));
    assertThat(slow.cliffConnections()).isEqualTo(128);
    assertThat(slow.limit()).isBetween(96, 97);
    // Ninety-six in the house, 3,200/s out: 30 ms, and twice that to be patient.
    assertThat(slow.timeoutMillis()).isCloseTo(60, within(1.0));
    assertThat(slow.poolPerThousand()).isEqualTo(20);
    assertThat(slow.sentence()).contains("the 64 database connections are busy", "20 more");
  }

  @Test
  void standsByLittlesLaw() {
    assertThat(surface().cells())
        .allSatisfy(
            cell -> assertThat(cell.littleMillis()).isCloseTo(cell.meanMillis(), within(0.5)));
  }

  @Test
  void saysWhereTheGridEndsBeforeTheCliff() {
    SurfaceRecord surface =
        Surfaces.of(List.of(cell(200, 8, 40), cell(200, 16, 80), cell(200, 32, 160)));

    assertThat(surface.cliffs().getFirst().cliffConnections()).isNull();
    assertThat(surface.cliffs().getFirst().sentence()).contains("the grid ends before the cliff");
    assertThat(Surfaces.of(List.of())).isNull();
  }

  @Test
  void whereMoreConnectionsStillGiveMoreIsNoCliff() {
    // Below what so many connections could get, as a queue for the processors makes it, and rising.
    SurfaceRecord surface =
        Surfaces.of(
            List.of(
                cell(1, 16, 13_000),
                cell(1, 32, 21_300),
                cell(1, 64, 26_000),
                cell(1, 128, 32_000),
                cell(1, 256, 34_000),
                cell(1, 512, 29_000)));

    assertThat(surface.cells())
        .extracting(it -> it.past())
        .containsExactly(false, false, false, true, true, true);
    assertThat(surface.cliffs().getFirst().cliffConnections()).isEqualTo(128);
  }

  @Test
  void aGridThatEndsWhileItRisesEndsBeforeTheCliff() {
    SurfaceRecord surface =
        Surfaces.of(List.of(cell(1, 8, 7_000), cell(1, 32, 20_000), cell(1, 128, 30_000)));

    assertThat(surface.cliffs().getFirst().cliffConnections()).isNull();
  }

  @Test
  void aRowAloneIsNotBoundByThePoolWhereTheProcessorsAreBusy() {
    assertThat(alone(0.95).bound()).isEqualTo("processor");
    assertThat(alone(0.95).sentence()).contains("the server's processors are busy");
    assertThat(alone(0.5).bound()).isEqualTo("pool");
  }

  private static CliffRecord alone(double busiest) {
    List<PhaseRecord> row = new ArrayList<>();
    for (int connections : new int[] {4, 8, 16, 32}) {
      row.add(cell(1, connections, Math.min(PROCESSOR, connections / 1e-3), busiest));
    }
    return Surfaces.of(row).cliffs().getFirst();
  }

  private static PhaseRecord cell(int delay, int connections, double perSecond) {
    return cell(delay, connections, perSecond, 0.5);
  }

  private static PhaseRecord cell(int delay, int connections, double perSecond, double busiest) {
    Histogram times = Latencies.histogram();
    long count = Math.round(3 * perSecond);
    times.recordValueWithCount(Math.round(1e9 * connections / perSecond), count);
    Percentiles percentiles = Percentiles.of(times);
    PopulationRecord users =
        new PopulationRecord(
            "users",
            "closed",
            connections,
            null,
            LedgerRecord.of(new Ledger(count, count, 0, 0, 0, 0, 0, 0, 0, 0, 0)),
            0,
            Map.of(),
            Map.of(),
            perSecond,
            perSecond,
            1.0,
            0,
            1,
            1,
            percentiles,
            percentiles,
            percentiles,
            percentiles,
            percentiles,
            Percentiles.of(Latencies.histogram()),
            new ConnectionsRecord(64, 64, 0, 64, 0, 0, 0));
    return new PhaseRecord(
        SurfaceNames.name(Duration.ofMillis(delay), connections),
        "",
        "load",
        0,
        3,
        1,
        true,
        List.of(users),
        null,
        MemoryRecord.unreadable("none"),
        1.0,
        1.0,
        busiest,
        new LivenessRecord(
            200, 1.0, 1.0, 0.0, 0, 40, 0, "alive", 1.0, null, List.of(), 0.0, 0.0, null, null,
            List.of(), null),
        new MachineRecord(0.1, 1.0, 0.0, 0.0, 0L, 0L, 1.0, 0.0, 0.0),
        null,
        null,
        true,
        List.of(),
        List.of(),
        null);
  }
}
