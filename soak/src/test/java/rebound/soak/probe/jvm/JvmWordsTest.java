package rebound.soak.probe.jvm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import rebound.soak.evidence.sample.Reading;

class JvmWordsTest {
  /// Answers of JDK 25, one collector each; `|` stands for a new line.
  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "DefNew     total 5568K, used 4894K [0x1, 0x2, 0x3)| eden space 4992K,  97% used [0x1)|"
            + " from space 576K,   0% used [0x1)|Tenured    total 10240K, used 2572K [0x1)|"
            + " the  space 10240K,  25% used [0x1); 7466; 15808",
        "garbage-first heap   total reserved 262144K, committed 16384K, used 3072K [0x1, 0x2)|"
            + " region size 1024K, 3 young (3072K), 0 survivors (0K); 3072; 16384",
        "PSYoungGen      total 4608K, used 512K [0x1, 0x2, 0x3)| eden space 4096K, 12% used [0x1)|"
            + "ParOldGen       total 11264K, used 256K [0x1)| object space 11264K, 2% used;"
            + " 768; 15872",
        " ZHeap           used 10M, capacity 32M, max capacity 64M|"
            + " Metaspace       used 52K, committed 256K, reserved 1114112K; 10240; 32768",
        "Shenandoah Heap| 64M max, 64M soft max, 32M committed, 10M used|"
            + " 128 x 512 K regions; 10240; 32768"
      })
  void readsTheHeapOfEachCollector(String answer, long usedKb, long committedKb) {
    String lines = answer.replace('|', '\n');

    assertThat(JvmWords.heapUsed(lines)).isEqualTo(Reading.of(usedKb * 1024));
    assertThat(JvmWords.heapCommitted(lines)).isEqualTo(Reading.of(committedKb * 1024));
  }

  @Test
  void addsUpTheCodeHeaps() {
    String three =
        """
        CodeHeap 'non-profiled nmethods': size=9604Kb used=10Kb max_used=10Kb free=9593Kb
        CodeHeap 'profiled nmethods': size=9604Kb used=20Kb max_used=20Kb free=9593Kb
        CodeHeap 'non-nmethods': size=1276Kb used=30Kb max_used=30Kb free=9593Kb
        """;

    assertThat(JvmWords.code(three)).isEqualTo(Reading.of(60 * 1024));
    assertThat(JvmWords.code("CodeCache: size=20480Kb used=3597Kb max_used=3613Kb"))
        .isEqualTo(Reading.of(3597 * 1024));
  }

  @Test
  void readsCountersThatChangeWithACollection() {
    Map<String, String> counters =
        Map.of(
            "sun.gc.collector.0.invocations", "7",
            "sun.gc.collector.0.name", "Serial young collection pauses",
            "sun.gc.collector.1.invocations", "1",
            "sun.gc.generation.0.space.0.used", "100",
            "sun.gc.generation.0.space.0.capacity", "999",
            "sun.gc.generation.1.space.0.used", "20");

    assertThat(JvmWords.afterCollection(counters)).isEqualTo(Reading.of(120));
    assertThat(JvmWords.collectors(counters, ".invocations")).isEqualTo(Reading.of(8));
    assertThat(JvmWords.names(counters)).isEqualTo(List.of("Serial young collection pauses"));
  }

  @Test
  void aJvmWithoutCountersIsUnreadableAndNotZero() {
    assertThat(JvmWords.afterCollection(Map.of())).asString().contains("-XX:-UsePerfData");
  }

  @Test
  void aFileOfAnotherShapeIsRefused() {
    assertThatThrownBy(() -> CounterFile.parse(ByteBuffer.allocate(64)))
        .isInstanceOf(IOException.class);
    ByteBuffer torn = ByteBuffer.allocate(64).putInt(0, 0xcafec0c0).put(4, (byte) 0);
    torn.putInt(24, 32).putInt(28, 3);
    torn.putInt(32 + 4, 5_000);
    assertThatThrownBy(() -> CounterFile.parse(torn)).hasMessageContaining("another shape");
  }
}
