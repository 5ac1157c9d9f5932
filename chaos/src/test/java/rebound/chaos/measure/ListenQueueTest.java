package rebound.chaos.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.List;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

class ListenQueueTest {
  private static final List<String> NETSTAT =
      List.of(
          "TcpExt: SyncookiesSent ListenOverflows ListenDrops",
          "TcpExt: 1 22 33",
          "IpExt: InNoRoutes",
          "IpExt: 0");

  @Test
  void readsTheKernelsCounts() throws IOException {
    assertThat(ListenQueue.parse(NETSTAT)).isEqualTo(new ListenQueue(22, 33));
    assertThat(new ListenQueue(25, 40).since(new ListenQueue(22, 33)))
        .isEqualTo(new ListenQueue(3, 7));
    assertThatThrownBy(() -> ListenQueue.parse(List.of("IpExt: a", "IpExt: 1")))
        .isInstanceOf(IOException.class);
  }

  @Test
  void explainsTheKernelsRetriesAndAFullQueue() {
    Histogram connect = Latencies.histogram();
    connect.recordValueWithCount(300_000, 100);
    connect.recordValueWithCount(1_020_000_000L, 7);
    connect.recordValueWithCount(3_060_000_000L, 2);
    List<String> sentences = new ListenQueue(9, 9).explain(connect);
    assertThat(sentences).hasSize(3);
    assertThat(sentences.get(0)).startsWith("7 connections took about 1 s");
    assertThat(sentences.get(1)).startsWith("2 connections took about 3 s");
    assertThat(sentences.get(2)).contains("9 connection requests met a full accept queue");
  }

  @Test
  void saysNothingOfFastConnections() {
    Histogram connect = Latencies.histogram();
    assertThat(new ListenQueue(0, 0).explain(connect)).isEmpty();
    connect.recordValueWithCount(500_000_000L, 10);
    assertThat(new ListenQueue(0, 0).explain(connect)).isEmpty();
  }
}
