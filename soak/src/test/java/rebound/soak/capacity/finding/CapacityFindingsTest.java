package rebound.soak.capacity.finding;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import rebound.soak.Records;
import rebound.soak.evidence.PhaseRecord;
import rebound.soak.evidence.capacity.CapacityRecord;
import rebound.soak.evidence.capacity.LawRecord;
import rebound.soak.evidence.capacity.ObjectiveRecord;
import rebound.soak.evidence.capacity.SizingRecord;
import rebound.soak.evidence.capacity.TrialRecord;
import rebound.soak.plan.CapacityPlan;
import rebound.soak.planfile.PlanReader;
import rebound.soak.planfile.YamlFile;
import rebound.soak.report.CapacityTable;

class CapacityFindingsTest {
  private static final CapacityPlan PLAN = plan("pool: {connections: 50, delay: 20ms}");

  private static CapacityPlan plan(String pool) {
    return plan(pool, "");
  }

  private static CapacityPlan plan(String pool, String needed) {
    return (CapacityPlan)
        PlanReader.read(
                YamlFile.parse(
                    "found.yaml",
                    """
                    plan: found
                    capacity:
                      requests: [{path: /ping}]
                      objectives: [{name: near, p99: 100ms}]
                      need: {rate: 8000/s, growth: 1.5%s}
                    """
                            .formatted(needed)
                        + "  "
                        + pool
                        + "\n"))
            .experiment()
            .orElseThrow();
  }

  /// Nine instances of 2,000/s for 12,000/s, with that pool each.
  private static SizingRecord sized(String pool) {
    return CapacityFindings.of(plan(pool), twice(2_000, true, true), ladder(64_000), 1)
        .sizing()
        .getFirst();
  }

  /// Two full trials at a rate.
  private static List<TrialRecord> twice(double perSecond, boolean kept, boolean valid) {
    long planned = (long) (perSecond * 10);
    long good = kept ? planned : planned / 2;
    TrialRecord trial =
        new TrialRecord(
            "trial-1",
            1,
            1,
            perSecond,
            10,
            true,
            planned,
            good,
            Map.of("near", good),
            good / 10.0,
            20.0,
            40.0,
            0.5,
            80_000_000L,
            0.0,
            null,
            valid,
            valid ? List.of() : List.of("the driver was late"));
    return List.of(trial, trial);
  }

  @SafeVarargs
  private static CapacityRecord found(List<PhaseRecord> phases, List<TrialRecord>... trials) {
    List<TrialRecord> all = new ArrayList<>();
    for (List<TrialRecord> each : trials) {
      all.addAll(each);
    }
    return CapacityFindings.of(PLAN, all, phases, 1);
  }

  private static ObjectiveRecord answer(CapacityRecord found) {
    return found.objectives().getFirst();
  }

  /// A step of 64 connections whose answers take a millisecond.
  private static List<PhaseRecord> ladder(double perSecond) {
    return List.of(Records.phase("ladder-64-1", (long) (perSecond * 10), perSecond));
  }

  @Test
  void theAnswerLiesBetweenTheBounds() {
    ObjectiveRecord found =
        answer(found(List.of(), twice(2_000, true, true), twice(2_090, false, true)));

    assertThat(found.finding()).isEqualTo("FOUND");
    assertThat(found.lowerPerSecond()).isEqualTo(2_000);
    assertThat(found.upperPerSecond()).isEqualTo(2_090);
    assertThat(found.sentence())
        .isEqualTo(
            "It carries 2,000/s with 99 % answered right within 100 ms, and not 2,090/s any more.");
  }

  @Test
  void aBoundThatNobodyBrokeIsSaidToBeOne() {
    CapacityRecord found = found(ladder(1_500), twice(2_000, true, true));

    assertThat(answer(found).finding()).isEqualTo("LOWER_BOUND");
    assertThat(answer(found).sentence()).startsWith("LOWER BOUND: it carries at least 2,000/s");
    assertThat(found.perSecond()).containsEntry("near", 2_000L);
  }

  @Test
  void anEndBeforeTheBoundsMetIsSaidToBeOne() {
    assertThat(answer(found(List.of(), twice(500, true, true), twice(900, false, true))).finding())
        .isEqualTo("WIDE");
    assertThat(answer(found(ladder(1_500), twice(500, true, true))).finding()).isEqualTo("WIDE");
    assertThat(answer(found(List.of())).finding()).isEqualTo("UNKNOWN");
    assertThat(answer(found(List.of(), twice(500, false, true))).finding()).isEqualTo("NONE");
  }

  @Test
  void aSpoiledTrialIsNoFailure() {
    ObjectiveRecord found =
        answer(found(ladder(2_200), twice(2_000, true, true), twice(2_090, false, false)));

    assertThat(found.finding()).isEqualTo("LOWER_BOUND");
    assertThat(found.unmeasurablePerSecond()).isEqualTo(2_090);
    assertThat(found.sentence()).contains("from 2,090/s on no trial could be trusted");
  }

  @Test
  void littlesLawHoldsOrIsBroken() {
    LawRecord holds = found(ladder(64_000)).laws().getFirst();
    LawRecord broken = found(ladder(50_000)).laws().getFirst();

    assertThat(holds.name()).isEqualTo("Little's law");
    assertThat(holds.holds()).isTrue();
    assertThat(holds.measuredRatio()).isBetween(0.99, 1.01);
    assertThat(broken.holds()).isFalse();
  }

  @Test
  void moreThanThePoolCanDoIsBroken() {
    LawRecord bound = found(List.of(), twice(2_450, true, true)).laws().getFirst();
    LawRecord broken = found(List.of(), twice(2_600, true, true)).laws().getFirst();

    assertThat(bound.holds()).isTrue();
    assertThat(bound.sentence()).contains("50 / (1 * 20 ms)".replace('*', '×'), "pool-bound");
    assertThat(broken.holds()).isFalse();
    assertThat(broken.measuredRatio()).isEqualTo(1.04);
  }

  @Test
  void instancesAndMemoryFollowTheFormulas() {
    SizingRecord sizing =
        found(ladder(64_000), twice(2_000, true, true), twice(2_090, false, true))
            .sizing()
            .getFirst();

    assertThat(sizing.needPerSecond()).isEqualTo(12_000);
    assertThat(sizing.instancesForRate()).isEqualTo(9);
    assertThat(sizing.instancesForFailures()).isEqualTo(7);
    assertThat(sizing.instances()).isEqualTo(9);
    assertThat(sizing.memoryPerInstanceBytes()).isEqualTo(92_000_000);
    assertThat(sizing.memoryBytes()).isEqualTo(9 * 92_000_000L);
    assertThat(sizing.sentence())
        .contains("ceil(12,000/s / (2,000/s × (1 − 0.3))) = 9", "max(1.15 × 80 MB");
  }

  @Test
  void poolsThatFitTheDatabaseAreSaidToFit() {
    SizingRecord sizing = sized("pool: {connections: 50, delay: 20ms, limit: 450}");

    assertThat(sizing.databaseConnections()).isEqualTo(450);
    assertThat(sizing.overDatabaseLimit()).isFalse();
    assertThat(sizing.sentence())
        .contains("at the database 9 × 50 = 450 connections of the 450 that it allows");
  }

  @Test
  void morePoolsThanTheDatabaseAllowsAreSaidWithTheWaysOut() {
    SizingRecord sizing = sized("pool: {connections: 50, delay: 20ms, limit: 449}");

    assertThat(sizing.overDatabaseLimit()).isTrue();
    assertThat(sizing.sentence())
        .contains(
            "9 × 50 = 450 connections, MORE than the 449 that it allows",
            "8 instances of this pool fill",
            "allow 450",
            // 449 / 9, and 49 / 20 ms
            "a pool of 49, which carries at most 2,450/s");
    assertThat(CapacityTable.answer(sizing))
        .contains("9 instances", "THEIR POOLS DO NOT FIT: 450 connections", "allows 449");
  }

  @Test
  void aLimitThatNobodySaidIsAskedFor() {
    SizingRecord sizing = sized("pool: {connections: 50, delay: 20ms}");

    assertThat(sizing.databaseLimit()).isNull();
    assertThat(sizing.overDatabaseLimit()).isFalse();
    assertThat(sizing.sentence()).contains("450 connections, whose limit nobody said");
    assertThat(sized("deadline: 1s").databaseConnections()).isNull();
  }

  @Test
  void withoutAnAnswerThereIsNothingToReckonWith() {
    SizingRecord sizing = found(List.of(), twice(500, false, true)).sizing().getFirst();

    assertThat(sizing.instances()).isNull();
    assertThat(sizing.sentence()).contains("no rate was found");
  }

  @Test
  void aShortLadderIsNotFitted() {
    CapacityRecord found = found(ladder(64_000));

    assertThat(found.scaling().fitted()).isFalse();
    assertThat(found.scaling().sentence()).contains("needs 8 loads with 3 runs each");
    assertThat(found.saturationConnections()).isEqualTo(64);
  }

  @Test
  void connectionsAndZonesMayNeedMoreThanTheRateDoes() {
    String pool = "pool: {connections: 50, delay: 20ms}";
    CapacityPlan more = plan(pool, ", zones: 2, connections: 100000, connectionLimit: 8000");
    SizingRecord sizing =
        CapacityFindings.of(more, twice(2_000, true, true), ladder(64_000), 1).sizing().getFirst();

    assertThat(sizing.instancesForRate()).isEqualTo(9);
    assertThat(sizing.instancesForZones()).isEqualTo(12);
    assertThat(sizing.instancesForConnections()).isEqualTo(13);
    assertThat(sizing.instances()).isEqualTo(13);
    assertThat(sizing.sentence())
        .contains("with one of 2 zones down 12", "by connections ceil(100,000 / 8,000) = 13");
    assertThat(sized(pool).instancesForConnections()).isNull();
    assertThatThrownBy(() -> plan(pool, ", connections: 100000"))
        .hasMessageContaining("connections and connectionLimit go together");
  }
}
