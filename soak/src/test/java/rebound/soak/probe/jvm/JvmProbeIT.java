package rebound.soak.probe.jvm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import rebound.soak.evidence.sample.JvmSample;
import rebound.soak.evidence.sample.Ladder;
import rebound.soak.probe.process.ProcessTree;
import rebound.soak.probe.target.ProcessTreeSource;
import rebound.soak.verdict.memory.Waterfall;

class JvmProbeIT {
  private static Process hoarder() throws IOException {
    return new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-XX:+UseSerialGC",
            "-Xms16m",
            "-Xmx256m",
            "-cp",
            Path.of("target", "test-classes").toString(),
            HoardingJvm.class.getName())
        .redirectError(ProcessBuilder.Redirect.INHERIT)
        .start();
  }

  @Test
  void theLadderTellsHeapThatTheCollectorKeepsFromDirectBuffersThatAreHeld() throws Exception {
    Process process = hoarder();
    try (BufferedReader lines = process.inputReader();
        Writer orders = process.outputWriter();
        JvmProbe jvm = attachWhenReady(process, lines)) {
      ProcessTreeSource source = new ProcessTreeSource(ProcessTree.of(process.pid()));
      jvm.collect();
      JvmSample baseline = jvm.read();
      long before = source.sample().residentBytes().amount().orElseThrow();

      tell(orders, lines, "garbage", 2);
      tell(orders, lines, "direct", 1);
      JvmSample held = jvm.read();
      Ladder ladder = LadderClimb.climb(jvm, source, baseline);
      Waterfall fall = Waterfall.of(ladder, before);

      assertThat(baseline.collectors())
          .containsExactly("Serial young collection pauses", "Serial full collection pauses");
      assertThat(baseline.collections().amount().orElse(0)).isPositive();
      assertThat(held.directBuffers().amount().orElseThrow()).isGreaterThanOrEqualTo(40);
      assertThat(held.directBytes().amount().orElseThrow()).isGreaterThanOrEqualTo(40_000_000);
      assertThat(List.of(held.metaspaceBytes(), held.codeCacheBytes(), held.heapCommittedBytes()))
          .allMatch(reading -> reading.amount().orElse(0) > 0);
      assertThat(fall.unreadable()).isEmpty();
      assertThat(fall.bytes(Waterfall.COLLECTOR)).isGreaterThan(60_000_000);
      assertThat(fall.bytes(Waterfall.DIRECT)).isBetween(38_000_000L, 41_000_000L);
      assertThat(fall.sentence()).contains("MB kept by the collector", "MB direct buffers");
    } finally {
      process.destroyForcibly();
    }
  }

  private static JvmProbe attachWhenReady(Process process, BufferedReader lines)
      throws IOException {
    assertThat(lines.readLine()).isEqualTo("ready");
    return JvmProbe.attach(process.pid(), true);
  }

  private static void tell(Writer orders, BufferedReader lines, String order, int answers)
      throws IOException {
    orders.write(order + "\n");
    orders.flush();
    for (int i = 0; i < answers; i++) {
      assertThat(lines.readLine()).isNotNull();
    }
  }

  @Test
  void aProcessThatIsNoJvmIsRefusedAndLeftAlone() throws Exception {
    Process sleeper = new ProcessBuilder("sleep", "60").start();
    try {
      assertThatThrownBy(() -> JvmProbe.attach(sleeper.pid(), true))
          .isInstanceOf(IOException.class);
      assertThat(sleeper.isAlive()).isTrue();
    } finally {
      sleeper.destroyForcibly();
    }
  }

  @Test
  void aJvmThatEndedGivesUnreadableValues() throws Exception {
    Process process = hoarder();
    try (BufferedReader lines = process.inputReader()) {
      JvmProbe jvm = attachWhenReady(process, lines);
      process.destroyForcibly().waitFor();

      assertThat(jvm.read().heapUsedBytes().readable()).isFalse();
    }
  }
}
