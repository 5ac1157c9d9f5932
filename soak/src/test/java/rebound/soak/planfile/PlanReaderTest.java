package rebound.soak.planfile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import rebound.chaos.arrival.Arrivals;
import rebound.chaos.arrival.CatchUp;
import rebound.chaos.hostile.Hostility;
import rebound.chaos.hostile.SlowHeaders;
import rebound.chaos.hostile.swarm.Bounds;
import rebound.chaos.load.LoadModel;
import rebound.chaos.network.toxic.Direction;
import rebound.chaos.network.toxic.Latency;
import rebound.soak.plan.FaultPlan;
import rebound.soak.plan.HostilePlan;
import rebound.soak.plan.LoadPlan;
import rebound.soak.plan.Phase;
import rebound.soak.plan.PhaseKind;
import rebound.soak.plan.Plan;
import rebound.soak.plan.PopulationPlan;
import rebound.soak.plan.RecoveryPlan;

class PlanReaderTest {
  private static final String STORM =
      """
      plan: storm-beside-users
      target: coroutine
      seed: 7
      phases:
        - name: baseline
          duration: 10s
          populations:
            - name: users
              load: {model: open, rate: 500/s, arrivals: poisson, maxInFlight: 1000}
              deadline: 1s
              requests:
                - {method: GET, path: /todos/1, expect: 200, weight: 3}
                - {method: PUT, path: /todos/1, headers: {Content-Type: application/json}, body: '{"title":"a","done":true}', expect: 200, weight: 1}
        - name: storm
          duration: 10s
          populations:
            - name: users
              load: {model: open, rate: 500/s}
              requests: [{method: GET, path: /todos/1, expect: 200}]
            - name: storm
              load: {model: closed, connections: 32}
              hostile: {kind: invalid-json, path: /todos/1}
        - {name: rest, kind: rest, duration: 15s}
        - name: recovery
          kind: recovery
          duration: 10s
          populations:
            - {name: users, load: {model: closed, connections: 64, pipelining: 1}, requests: [{method: GET, path: /ping, expect: 200}]}
      gates:
        - {metric: liveness.longestGapMillis, phase: "*", max: 2000}
        - {metric: responseMillis.p99, phase: storm, population: users, max: 250}
        - {metric: memoryReturn.residualRatio, max: 0.10}
      """;

  @Test
  void readsTheExampleOfTheDesign() {
    Plan plan = read(STORM);

    assertThat(plan.seed()).isEqualTo(7);
    assertThat(plan.phases())
        .extracting("name")
        .containsExactly("baseline", "storm", "rest", "recovery");
    PopulationPlan users = plan.phases().get(0).populations().get(0);
    assertThat(users.load())
        .isEqualTo(new LoadPlan.Fixed(new LoadModel.Open(new Arrivals.Poisson(500), 64, 1000)));
    assertThat(users.timeout()).isEqualTo(Duration.ofSeconds(10));
    assertThat(users.requests()).hasSize(2);
    assertThat(users.requests().get(1).request().weight()).isEqualTo(1);
    assertThat(plan.phases().get(1).populations().get(1).hostile())
        .contains(new HostilePlan.InvalidJson("PUT", "todos/1", "/todos/1"));
    assertThat(plan.phases().get(2).kind()).isEqualTo(PhaseKind.REST);
    assertThat(plan.phases().get(3).populations().get(0).catchUp()).isEqualTo(CatchUp.NONE);
    assertThat(plan.gates().get(1).max()).isEqualTo(OptionalDouble.of(250));
  }

  @Test
  void everyBuiltInPlanReads() {
    for (String name : PlanLibrary.NAMES) {
      Plan plan = PlanReader.read(PlanLibrary.find(name));
      assertThat(plan.name()).isEqualTo(name);
      assertThat(plan.answers()).isNotBlank();
    }
  }

  @Test
  void saysAllComplaintsAtOnceWithLineAndColumn() {
    String text =
        """
        plan: Bad Name
        colour: blue
        phases:
          - name: one
            duration: 10
            populations:
              - {load: {model: closed, connections: -5}, requests: [{path: /a b}]}
          - name: one
            duration: 5s
            kind: siesta
            populations:
              - {load: {model: open, rate: 500}, requests: [{path: /x, expect: 99}]}
        gates:
          - {metric: responseMillis.p98, phase: one, max: 3}
          - {metric: responseMillis.p99, phase: two, max: 3}
        """;

    List<String> complaints = complaints(text);

    assertThat(complaints).hasSize(11);
    assertThat(complaints.getFirst()).startsWith("mine.yaml:1:1: plan 'Bad Name'");
    assertThat(complaints)
        .anySatisfy(it -> assertThat(it).startsWith("mine.yaml:2:1: unknown key 'colour'"))
        .anySatisfy(it -> assertThat(it).startsWith("mine.yaml:5:15:").contains("'10'"))
        .anySatisfy(it -> assertThat(it).startsWith("mine.yaml:7:45:").contains("'-5'"))
        .anySatisfy(it -> assertThat(it).contains("'/a b'"))
        .anySatisfy(it -> assertThat(it).startsWith("mine.yaml:8:5:").contains("stands twice"))
        .anySatisfy(it -> assertThat(it).startsWith("mine.yaml:10:11:").contains("siesta"))
        .anySatisfy(it -> assertThat(it).contains("'500' is no rate"))
        .anySatisfy(it -> assertThat(it).contains("expect '99'"))
        .anySatisfy(
            it -> assertThat(it).contains("responseMillis.p98").contains("responseMillis.p9"))
        .anySatisfy(it -> assertThat(it).contains("phase 'two' is no phase"));
  }

  @Test
  void refusesDuplicatesAliasesAndBrokenYaml() {
    assertThat(complaints(STORM + "seed: 8\n"))
        .singleElement()
        .asString()
        .contains("'seed' stands twice");
    assertThat(complaints(STORM.replace("/todos/1, expect: 200, weight: 3", "*x")))
        .singleElement()
        .asString()
        .contains("mine.yaml:12:");
    assertThat(complaints("plan: [")).singleElement().asString().contains("mine.yaml:");
    assertThat(complaints("")).singleElement().asString().contains("empty");
    assertThat(complaints("- a\n")).isNotEmpty();
  }

  @Test
  void setsValuesByTheNamesOfPhasesAndPopulations() {
    YamlFile file = YamlFile.parse("mine.yaml", STORM);
    file.set("phases.storm.duration", "4h", "--set");
    file.set("phases.storm.populations.storm.load.connections", "8", "--set");
    file.set("seed", "11", "--set");

    Plan plan = PlanReader.read(file);

    assertThat(plan.phases().get(1).duration()).isEqualTo(Duration.ofHours(4));
    assertThat(plan.phases().get(1).populations().get(1).load().connections()).isEqualTo(8);
    assertThat(plan.seed()).isEqualTo(11);
    assertThat(YamlFile.parse("again.yaml", file.write()).write()).isEqualTo(file.write());
    assertThat(
            PlanReader.read(YamlFile.parse("again.yaml", file.write())).phases().get(1).duration())
        .isEqualTo(Duration.ofHours(4));
  }

  @Test
  void namesTheSettingThatWasSetWrongly() {
    YamlFile file = YamlFile.parse("mine.yaml", STORM);
    file.set("phases.storm.duration", "soon", "--set");

    assertThatThrownBy(() -> PlanReader.read(file))
        .isInstanceOf(UsageException.class)
        .hasMessageStartingWith("--set phases.storm.duration=soon: ")
        .hasMessageContaining("'soon' is no duration");
    assertThatThrownBy(() -> file.set("phases.nosuch.duration", "1s", "--set"))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("nosuch");
  }

  @Test
  void repeatsNeighbouringPhasesAndNamesThemByTheirNumber() {
    Plan plan = PlanReader.read(PlanLibrary.find("memory-return"));

    assertThat(plan.phases()).hasSize(2 + 8 * 2);
    assertThat(plan.phases())
        .extracting("name")
        .startsWith("warm-up", "rest-warm", "load-1", "rest-1", "load-2")
        .endsWith("load-8", "rest-8");
    assertThat(complaints(STORM + "repeat: {times: 3, phases: [baseline, rest]}\n"))
        .singleElement()
        .asString()
        .contains("follow each other");
  }

  @Test
  void aPlanWithoutAQuickLookSaysSo() {
    YamlFile file = PlanLibrary.find("memory-return");
    Plan plan = PlanReader.read(file);

    assertThatThrownBy(() -> QuickLook.shorten(file, plan))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("memory-return has no quick look");
  }

  @Test
  void aQuickLookLeavesNoPhaseOut() {
    YamlFile file = PlanLibrary.find("resilience");
    Plan plan = PlanReader.read(file);
    QuickLook.shorten(file, plan);

    Plan quick = PlanReader.read(file);

    assertThat(quick.phases()).hasSameSizeAs(plan.phases());
    assertThat(quick.phases()).allMatch(it -> it.duration().equals(Duration.ofSeconds(2)));
  }

  private static Plan read(String text) {
    return PlanReader.read(YamlFile.parse("mine.yaml", text));
  }

  private static List<String> complaints(String text) {
    try {
      read(text);
      return List.of();
    } catch (UsageException refused) {
      return Arrays.asList(refused.getMessage().split("\n", -1));
    }
  }

  private static String harmed(String populationOrFault) {
    return """
    plan: harmed
    phases:
      - {name: before, duration: 31s, populations: [{load: {model: open, rate: 300/s}, requests: [{path: /ping}]}]}
      - name: harm
        duration: 10s
    """
        + populationOrFault;
  }

  private static String hostile(String words) {
    return harmed("    populations: [{name: bad, hostile: {" + words + "}}]\n");
  }

  private static String fault(String words) {
    return harmed(
        "    faults: [{"
            + words
            + "}]\n"
            + "    recovery: {baseline: before, extend: 5s}\n"
            + "    populations: [{load: {model: open, rate: 300/s}, requests: [{path: /ping}]}]\n");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "connection-flood",
        "churn",
        "half-open",
        "slow-headers",
        "slow-body",
        "slow-reader",
        "malformed",
        "oversized",
        "reset",
        "pipelining",
        "retry-storm"
      })
  void everyHostileKindHasDefaultsAndHardBounds(String kind) {
    PopulationPlan bad =
        read(hostile("kind: " + kind + ", connections: 9, rate: 7/s"))
            .phases()
            .get(1)
            .populations()
            .getFirst();

    assertThat(bad.hostile().orElseThrow()).isInstanceOf(HostilePlan.Swarm.class);
    Hostility hostility = ((HostilePlan.Swarm) bad.hostile().orElseThrow()).hostility();
    assertThat(hostility.kind()).isEqualTo(kind);
    assertThat(hostility.bounds().connections()).isEqualTo(9);
    assertThat(hostility.bounds().opensPerSecond()).isEqualTo(7);
    assertThat(bad.load().mostConnections()).isEqualTo(9);
    assertThat(bad.load().connections()).isZero();
  }

  @Test
  void hostileParametersAreRead() {
    PopulationPlan bad =
        read(hostile("kind: slow-headers, bytes: 3, every: 50ms, within: 2s, path: /a, route: b"))
            .phases()
            .get(1)
            .populations()
            .getFirst();

    assertThat(bad.hostile())
        .contains(
            new HostilePlan.Swarm(
                new SlowHeaders(
                    new Bounds(256, 500, Duration.ofSeconds(2)), "/a", 3, Duration.ofMillis(50)),
                "b"));
  }

  @Test
  void whatIsWrongWithAHostilePopulationIsSaid() {
    assertThatThrownBy(() -> read(hostile("kind: nosuch")))
        .hasMessageContaining("kind 'nosuch' is unknown: use invalid-json, churn");
    assertThatThrownBy(() -> read(hostile("kind: churn, path: nowhere")))
        .hasMessageContaining("path is 'nowhere'");
    assertThatThrownBy(() -> read(hostile("kind: churn, hold: 3s")))
        .hasMessageContaining("unknown key");
    assertThatThrownBy(
            () ->
                read(
                    harmed(
                        "    populations: [{name: bad, load: {model: closed, connections: 1},"
                            + " hostile: {kind: churn}}]\n")))
        .hasMessageContaining("load does not go with churn");
  }

  @Test
  void faultsAreRead() {
    Phase phase =
        read(fault(
                "toxic: latency, stream: upstream, latency: 100ms, toxicity: 0.5, at: 2s, for: 5s"))
            .phases()
            .get(1);

    assertThat(phase.faults())
        .containsExactly(
            new FaultPlan(
                new FaultPlan.Harm.Network(new Latency(100, 0), Direction.UPSTREAM, 0.5),
                Duration.ofSeconds(2),
                Optional.of(Duration.ofSeconds(5))));
    assertThat(phase.recovery()).contains(new RecoveryPlan("before", Duration.ofSeconds(5)));
    assertThat(read(fault("toxic: bandwidth, rate: 20kB")).needsProxy()).isTrue();
    Plan paused = read(fault("process: pause, for: 3s"));
    assertThat(paused.needsProxy()).isFalse();
    assertThat(paused.phases().get(1).faults().getFirst().needsProcess()).isTrue();
    assertThat(read(fault("database: {kind: stall}, for: 1s")).phases().get(1).faults())
        .extracting(FaultPlan::harm)
        .containsExactly(new FaultPlan.Harm.Database(Map.of("kind", "stall")));
  }

  @Test
  void whatIsWrongWithAFaultIsSaid() {
    assertThatThrownBy(() -> read(fault("toxic: nosuch"))).hasMessageContaining("use latency,");
    assertThatThrownBy(() -> read(fault("process: nosuch"))).hasMessageContaining("use pause");
    assertThatThrownBy(() -> read(fault("at: 1s"))).hasMessageContaining("names no harm");
    assertThatThrownBy(() -> read(fault("process: pause, at: 8s, for: 3s")))
        .hasMessageContaining("lasts from 8s for 3s, past the phase's 10s");
    assertThatThrownBy(() -> read(fault("toxic: latency, stream: sideways")))
        .hasMessageContaining("use upstream or downstream");
    assertThatThrownBy(() -> read(fault("toxic: down, latency: 3s")))
        .hasMessageContaining("unknown key");
  }
}
