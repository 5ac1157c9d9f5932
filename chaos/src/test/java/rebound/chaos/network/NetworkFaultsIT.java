package rebound.chaos.network;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import eu.rekawek.toxiproxy.ToxiproxyClient;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.URI;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import rebound.chaos.heal.Fault;
import rebound.chaos.heal.Guardian;
import rebound.chaos.network.toxic.Bandwidth;
import rebound.chaos.network.toxic.Direction;
import rebound.chaos.network.toxic.Latency;
import rebound.chaos.network.toxic.LimitData;
import rebound.chaos.network.toxic.Noop;
import rebound.chaos.network.toxic.ResetPeer;
import rebound.chaos.network.toxic.Slicer;
import rebound.chaos.network.toxic.SlowClose;
import rebound.chaos.network.toxic.Timeout;
import rebound.chaos.network.toxic.Toxic;

/// A run harms a link through the protocol, and heals it.
class NetworkFaultsIT {
  static List<Toxic> everyToxic() {
    return List.of(
        new Latency(100, 0),
        new Latency(100, 20),
        new Bandwidth(1000),
        new SlowClose(100),
        new Timeout(100),
        new ResetPeer(100),
        new Slicer(64, 0, 10),
        new Slicer(64, 16, 10),
        new LimitData(100),
        new Noop());
  }

  @ParameterizedTest
  @MethodSource("everyToxic")
  void sendsEveryToxicWithAllThatItSaysAndTakesItAway(Toxic toxic) throws IOException {
    try (Bench bench = new Bench();
        NetworkFaults faults = NetworkFaults.at(bench.api(), Reach.loopback(), Guardian.none())) {
      FaultyLink link = faults.link("db", "127.0.0.1:1");
      for (double toxicity : new double[] {1, 0.5}) {
        Fault fault = link.inject(Direction.UPSTREAM, toxic, toxicity);
        StringBuilder attributes = new StringBuilder();
        toxic
            .attributes()
            .forEach((name, value) -> attributes.append("\"%s\":%d,".formatted(name, value)));
        assertThat(bench.ok("GET", "/proxies/db/toxics", ""))
            .contains(
                attributes.isEmpty() ? "{}" : attributes.substring(0, attributes.length() - 1))
            .contains("\"type\":\"" + toxic.type() + "\",\"stream\":\"upstream\"")
            .contains("\"toxicity\":" + (toxicity == 1 ? "1" : "0.5"));
        fault.close();
        fault.close();
        assertThat(bench.ok("GET", "/proxies/db/toxics", "")).isEqualTo("[]");
      }
    }
  }

  @Test
  void harmsTrafficAndHealsIt() throws IOException {
    try (Upstream upstream = Upstream.echo();
        NetworkFaults faults = NetworkFaults.embedded(1, Reach.loopback(), line -> {})) {
      FaultyLink link = faults.link("db", upstream.address());
      try (Fault fault = link.inject(Direction.DOWNSTREAM, new ResetPeer(0), 1);
          Socket client = Bench.connect(link.address().port())) {
        client.getOutputStream().write(1);
        assertThatThrownBy(() -> client.getInputStream().read())
            .isInstanceOf(SocketException.class);
        assertThat(fault.what()).contains("db").contains("downstream");
      }
      try (Socket client = Bench.connect(link.address().port())) {
        client.getOutputStream().write(1);
        assertThat(client.getInputStream().read()).isEqualTo(1);
      }
    }
  }

  @Test
  void takesALinkDownAndBringsItBackOnTheSamePort() throws IOException {
    try (Upstream upstream = Upstream.echo();
        NetworkFaults faults = NetworkFaults.embedded(1, Reach.loopback(), line -> {})) {
      FaultyLink link = faults.link("db", upstream.address());
      int port = link.address().port();
      try (Fault down = link.down()) {
        assertThat(down.what()).isEqualTo("db is down");
        assertThatThrownBy(() -> new Socket(InetAddress.getLoopbackAddress(), port).close())
            .isInstanceOf(SocketException.class);
      }
      try (Socket client = Bench.connect(port)) {
        client.getOutputStream().write(1);
        assertThat(client.getInputStream().read()).isEqualTo(1);
      }
    }
  }

  @Test
  void healsEverythingAndLeavesWhatOthersMadeWhenItIsClosed() throws IOException {
    try (Bench bench = new Bench()) {
      bench.proxy("of-others", "127.0.0.1:1");
      bench.toxic("of-others", "\"type\":\"latency\"");
      ToxiproxyClient client = new ToxiproxyClient("127.0.0.1", bench.api().getPort());
      try (NetworkFaults faults =
          NetworkFaults.at(bench.api(), Reach.loopback(), Guardian.none())) {
        FaultyLink link = faults.link("db", "127.0.0.1:1");
        link.inject(Direction.UPSTREAM, new Latency(1, 0), 1);
        link.inject(Direction.UPSTREAM, new Latency(2, 0), 1);
        link.down();
        assertThat(client.getProxy("db").toxics().getAll()).hasSize(2);
        faults.heal();
        assertThat(client.getProxy("db").isEnabled()).isTrue();
        assertThat(client.getProxy("db").toxics().getAll()).isEmpty();
        link.inject(Direction.UPSTREAM, new Timeout(1), 0.5);
      }
      assertThat(client.getProxies()).hasSize(1);
      assertThat(client.getProxy("of-others").toxics().getAll()).hasSize(1);
    }
  }

  @Test
  void healingWhatSomebodyElseTookAwayIsNoFailure() throws IOException {
    try (Bench bench = new Bench();
        NetworkFaults faults = NetworkFaults.at(bench.api(), Reach.loopback(), Guardian.none())) {
      FaultyLink link = faults.link("db", "127.0.0.1:1");
      Fault fault = link.inject(Direction.UPSTREAM, new Latency(1, 0), 1);
      bench.ok("POST", "/reset", "");
      fault.close();
    }
  }

  @Test
  void harmsAProxyOfSomebodyElseAndLeavesItHealed() throws IOException {
    try (Bench bench = new Bench()) {
      bench.proxy("theirs", "127.0.0.1:1");
      try (NetworkFaults faults =
          NetworkFaults.at(bench.api(), Reach.loopback(), Guardian.none())) {
        FaultyLink link = faults.attach("theirs");
        link.inject(Direction.UPSTREAM, new Latency(5, 0), 1);
        link.down();
        assertThat(bench.ok("GET", "/proxies/theirs", "")).contains("\"enabled\":false");
      }
      assertThat(bench.ok("GET", "/proxies/theirs", "")).contains("\"enabled\":true,\"toxics\":[]");
    }
  }

  @Test
  void refusesAProxyNameThatIsTaken() throws IOException {
    try (Bench bench = new Bench();
        NetworkFaults faults = NetworkFaults.at(bench.api(), Reach.loopback(), Guardian.none())) {
      bench.proxy("db", "127.0.0.1:1");
      assertThatThrownBy(() -> faults.link("db", "127.0.0.1:1"))
          .isInstanceOf(IOException.class)
          .hasMessageContaining("a proxy db exists");
    }
  }

  @Test
  void refusesToReachBeyondLoopbackUnlessAllowed() {
    assertThatThrownBy(
            () ->
                NetworkFaults.at(
                    URI.create("http://192.0.2.1:8474"), Reach.loopback(), Guardian.none()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "--toxiproxy 192.0.2.1 is not a loopback address;"
                + " add --allow-remote 192.0.2.1 if it is yours to harm");
  }

  @Test
  void saysWhenNothingAnswersAtTheAddress() throws IOException {
    int nobody;
    try (Upstream gone = Upstream.echo()) {
      nobody = gone.port();
    }
    assertThatThrownBy(
            () ->
                NetworkFaults.at(
                    URI.create("http://127.0.0.1:" + nobody), Reach.loopback(), Guardian.none()))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("does not answer GET /version");
  }
}
