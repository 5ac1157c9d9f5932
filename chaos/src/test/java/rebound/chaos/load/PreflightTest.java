package rebound.chaos.load;

import static org.assertj.core.api.Assertions.assertThat;
import static rebound.chaos.load.Phases.closed;
import static rebound.chaos.load.Phases.closing;
import static rebound.chaos.load.Phases.open;

import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import rebound.chaos.arrival.Arrivals;

/// Against a `/proc` of our own making.
class PreflightTest {
  private static final Endpoint HERE = Endpoint.http("127.0.0.1", 80);
  private static final Duration LENGTH = Duration.ofSeconds(10);
  @TempDir private Path proc;

  @BeforeEach
  void makeProc() throws IOException {
    limits("self", "20000");
    limits("77", "20000");
    write("sys/net/ipv4/ip_local_port_range", "32768\t60999\n");
    write("sys/net/ipv4/tcp_tw_reuse", "2\n");
    write("sys/net/core/somaxconn", "4096\n");
    write("net/sockstat", "sockets: used 9\nTCP: inuse 5 orphan 0 tw 1000 alloc 5 mem 1\n");
  }

  private void write(String name, String text) throws IOException {
    Path file = proc.resolve(name);
    Files.createDirectories(file.getParent());
    Files.writeString(file, text);
  }

  private void limits(String process, String soft) throws IOException {
    write(
        process + "/limits",
        "Limit                     Soft Limit           Hard Limit           Units     \n"
            + "Max open files            "
            + soft
            + "                 20000                files     \n");
    write(process + "/fd/0", "");
    write(process + "/fd/1", "");
  }

  private Preflight check(Endpoint endpoint, Population... populations) {
    List<Need> needs = Stream.of(populations).map(it -> Need.of(it, LENGTH)).toList();
    return Preflight.check(needs, endpoint.sources().size(), LENGTH, 77, proc);
  }

  @Test
  void hasNothingToSayWhereAllIsThere() {
    Preflight preflight = check(HERE, closed(4_000, Request.get("/")));
    assertThat(preflight.refusals()).isEmpty();
    assertThat(preflight.warnings()).isEmpty();
  }

  @Test
  void refusesTooFewDescriptorsOfTheDriverAndOfTheTarget() throws IOException {
    limits("self", "256");
    limits("77", "4000");
    assertThat(check(HERE, closed(4_096, Request.get("/"))).refusals())
        .satisfiesExactly(
            driver ->
                assertThat(driver)
                    .contains("the driver may open 256 files and has 2 open")
                    .contains("4096 sockets and a reserve of 200 make 4298")
                    .contains("ulimit -n 4298"),
            target -> assertThat(target).contains("the target (pid 77) may open 4000 files"));
    limits("self", "unlimited");
    limits("77", "unlimited");
    assertThat(check(HERE, closed(4_096, Request.get("/"))).refusals()).isEmpty();
  }

  @Test
  void refusesWhatItCannotCount() throws IOException {
    Files.delete(proc.resolve("77/limits"));
    assertThat(check(HERE, closed(4, Request.get("/"))).refusals())
        .singleElement()
        .asString()
        .contains("the open files of the target (pid 77) cannot be counted");
  }

  @Test
  void refusesMoreSocketsThanPorts() throws IOException {
    write("sys/net/ipv4/ip_local_port_range", "40000 40499");
    assertThat(check(HERE, closed(600, Request.get("/"))).refusals())
        .singleElement()
        .asString()
        .contains("500 ports (ip_local_port_range 40000-40499) on 1 source addresses make 500")
        .contains("need 600");
    Endpoint two =
        new Endpoint(
            "127.0.0.1",
            80,
            false,
            false,
            Endpoint.Family.ANY,
            List.of(InetAddress.ofLiteral("127.0.0.2"), InetAddress.ofLiteral("127.0.0.3")));
    write("net/sockstat", "TCP: inuse 5 orphan 0 tw 0 alloc 5 mem 1\n");
    assertThat(check(two, closed(600, Request.get("/"))).refusals()).isEmpty();
  }

  @Test
  void reckonsWhatNewConnectionsLeaveInTimeWait() throws IOException {
    Population churning = closing(open(new Arrivals.Constant(4_000), 10, 1_000));
    // Reused after a second on loopback: 1,000 sockets and 4,000 left behind fit in 28,232 ports.
    assertThat(check(HERE, churning).refusals()).isEmpty();
    write("sys/net/ipv4/tcp_tw_reuse", "0");
    assertThat(check(HERE, churning).refusals())
        .singleElement()
        .asString()
        .contains("40000 that new connections leave behind (4000/s for 60 s) and 1000 in TIME_WAIT")
        .contains("need 42000");
  }

  @Test
  void warnsOfSlotsByLittlesLaw() {
    assertThat(check(HERE, open(new Arrivals.Constant(500), 10, 100)).warnings())
        .singleElement()
        .asString()
        .contains("once answers take 200 ms (100 / 500/s)")
        .contains("deadline of 1000 ms can need 500 in flight");
  }

  @Test
  void warnsOfMoreConnectionsThanAnAcceptQueueHolds() throws IOException {
    write("sys/net/core/somaxconn", "128");
    assertThat(check(HERE, closed(600, Request.get("/"))).warnings())
        .singleElement()
        .asString()
        .contains("longer than 128");
    // What may come to be opened in the phase is no burst.
    assertThat(check(HERE, open(new Arrivals.Constant(10), 100, 600)).warnings()).isEmpty();
  }

  @Test
  void readsThisMachine() {
    Preflight preflight =
        Preflight.check(
            List.of(Need.of(closed(1, Request.get("/")), LENGTH)),
            0,
            LENGTH,
            ProcessHandle.current().pid());
    assertThat(preflight.refusals()).isEmpty();
  }
}
