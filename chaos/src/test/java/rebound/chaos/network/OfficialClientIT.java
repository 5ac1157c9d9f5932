package rebound.chaos.network;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import eu.rekawek.toxiproxy.Proxy;
import eu.rekawek.toxiproxy.ToxiproxyClient;
import eu.rekawek.toxiproxy.model.Toxic;
import eu.rekawek.toxiproxy.model.ToxicDirection;
import eu.rekawek.toxiproxy.model.toxic.Latency;
import eu.rekawek.toxiproxy.model.toxic.Slicer;
import java.io.FileNotFoundException;
import java.io.IOException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Everything that the official Java client can do.
class OfficialClientIT {
  private final Bench bench = new Bench();
  private ToxiproxyClient client;

  @BeforeEach
  void connect() {
    client = new ToxiproxyClient("127.0.0.1", bench.api().getPort());
  }

  @AfterEach
  void close() {
    bench.close();
  }

  @Test
  void readsTheVersion() throws IOException {
    assertThat(client.version()).isEqualTo("{\"version\": \"2.12.0\"}");
  }

  @Test
  void createsListsAndDeletesProxies() throws IOException {
    Proxy first = client.createProxy("a", "127.0.0.1:0", "127.0.0.1:1");
    client.createProxy("b", "127.0.0.1:0", "127.0.0.1:1");
    assertThat(first.getName()).isEqualTo("a");
    assertThat(first.getListen()).matches("127\\.0\\.0\\.1:[1-9]\\d*");
    assertThat(first.getUpstream()).isEqualTo("127.0.0.1:1");
    assertThat(first.isEnabled()).isTrue();
    assertThat(client.getProxies()).extracting(Proxy::getName).containsExactly("a", "b");
    first.delete();
    assertThat(client.getProxyOrNull("a")).isNull();
    assertThatThrownBy(first::delete).isInstanceOf(FileNotFoundException.class);
  }

  @Test
  void saysWhyAProxyCannotBeCreated() throws IOException {
    client.createProxy("a", "127.0.0.1:0", "127.0.0.1:1");
    assertThatThrownBy(() -> client.createProxy("a", "127.0.0.1:0", "127.0.0.1:1"))
        .isInstanceOf(IOException.class)
        .hasMessage("[409] proxy already exists");
    assertThatThrownBy(() -> client.createProxy("", "127.0.0.1:0", "127.0.0.1:1"))
        .hasMessage("[400] missing required field: name");
  }

  @Test
  void changesAProxy() throws IOException {
    Proxy proxy = client.createProxy("a", "127.0.0.1:0", "127.0.0.1:1");
    String listen = proxy.getListen();
    proxy.setUpstream("127.0.0.1:2");
    assertThat(client.getProxy("a").getUpstream()).isEqualTo("127.0.0.1:2");
    proxy.disable();
    assertThat(client.getProxy("a").isEnabled()).isFalse();
    proxy.enable();
    assertThat(client.getProxy("a").getListen()).isEqualTo(listen);
    proxy.setListen("127.0.0.1:0");
    assertThat(client.getProxy("a").getListen()).isNotEqualTo(listen);
  }

  @Test
  void createsEveryKindOfToxic() throws IOException {
    Proxy proxy = client.createProxy("a", "127.0.0.1:0", "127.0.0.1:1");
    proxy.toxics().latency("latency", ToxicDirection.DOWNSTREAM, 100).setJitter(15);
    proxy.toxics().bandwidth("bandwidth", ToxicDirection.UPSTREAM, 1000);
    proxy.toxics().slowClose("slow", ToxicDirection.UPSTREAM, 20);
    proxy.toxics().timeout("timeout", ToxicDirection.DOWNSTREAM, 30);
    proxy.toxics().slicer("slicer", ToxicDirection.DOWNSTREAM, 64, 40).setSizeVariation(16);
    proxy.toxics().limitData("limit", ToxicDirection.UPSTREAM, 50);
    proxy.toxics().resetPeer("reset", ToxicDirection.DOWNSTREAM, 60).setToxicity(0.25f);
    assertThat(proxy.toxics().getAll())
        .extracting(Toxic::getName)
        .containsExactly("bandwidth", "slow", "limit", "latency", "timeout", "slicer", "reset");
    Latency latency = proxy.toxics().get("latency", Latency.class);
    assertThat(latency.getLatency()).isEqualTo(100);
    assertThat(latency.getJitter()).isEqualTo(15);
    assertThat(latency.getToxicity()).isEqualTo(1);
    Slicer slicer = proxy.toxics().get("slicer", Slicer.class);
    assertThat(slicer.getAverageSize()).isEqualTo(64);
    assertThat(slicer.getSizeVariation()).isEqualTo(16);
    assertThat(slicer.getDelay()).isEqualTo(40);
    assertThat(proxy.toxics().get("reset").getToxicity()).isEqualTo(0.25f);
    proxy.toxics().get("reset").remove();
    assertThat(proxy.toxics().getAll()).hasSize(6);
  }

  @Test
  void resetsEverything() throws IOException {
    Proxy proxy = client.createProxy("a", "127.0.0.1:0", "127.0.0.1:1");
    proxy.toxics().latency("latency", ToxicDirection.DOWNSTREAM, 100);
    proxy.disable();
    client.reset();
    assertThat(client.getProxy("a").isEnabled()).isTrue();
    assertThat(client.getProxy("a").toxics().getAll()).isEmpty();
  }

  @Test
  void answersAPathThatIsNoPathWithAnErrorThatTheClientUnderstands() {
    assertThatThrownBy(() -> client.getProxy("no such"))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("[400]");
  }
}
