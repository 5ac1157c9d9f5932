package rebound.soak.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Optional;
import org.junit.jupiter.api.Test;
import rebound.soak.plan.Plan;
import rebound.soak.planfile.PlanReader;
import rebound.soak.planfile.YamlFile;
import rebound.soak.target.StartException;

/// A plan against this machine's own `/proc`.
class MachineCheckTest {
  private static Plan plan(String population) {
    return PlanReader.read(
        YamlFile.parse(
            "large.yaml",
            """
            plan: large
            target: tiny
            phases:
              - name: crowd
                duration: 5s
                populations: [{name: crowd, %s}]
            gates: []
            """
                .formatted(population)));
  }

  @Test
  void aPlanThatFitsIsLetThrough() throws StartException {
    MachineCheck.check(
        plan("load: {model: closed, connections: 4}, requests: [{path: /ping}]"),
        Optional.of(ProcessHandle.current().pid()));
  }

  /// No range has more than 65,536 ports, on any machine.
  @Test
  void moreConnectionsThanPortsAreRefusedWithTheArithmetic() {
    for (String population :
        new String[] {
          "load: {model: idle, connections: 70000}",
          "hostile: {kind: half-open, connections: 70000, rate: 1000/s}"
        }) {
      assertThatThrownBy(() -> MachineCheck.check(plan(population), Optional.empty()))
          .isInstanceOfSatisfying(StartException.class, e -> assertThat(e.exitCode()).isEqualTo(3))
          .hasMessageContaining("phase crowd: ")
          .hasMessageContaining("70000 sockets")
          .hasMessageContaining("ip_local_port_range");
    }
  }

  @Test
  void connectionsLeftInTimeWaitAreReckoned() {
    assertThatThrownBy(
            () ->
                MachineCheck.check(
                    plan(
                        "keepAlive: false, requests: [{path: /ping}],"
                            + " load: {model: open, rate: 90000/s, maxInFlight: 100}"),
                    Optional.empty()))
        .hasMessageContaining("that new connections leave behind (90000/s");
  }
}
