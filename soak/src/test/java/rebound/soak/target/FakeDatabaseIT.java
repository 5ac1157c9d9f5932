package rebound.soak.target;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FakeDatabaseIT {
  private static final Path JAVA = Path.of(System.getProperty("java.home"), "bin", "java");
  private static final Path HOME = Path.of("..").toAbsolutePath().normalize();

  @TempDir Path folder;

  @Test
  void isIdleOnlyOnceEveryQueryThatItWasAskedIsAnswered() throws Exception {
    Home home = new Home(HOME, JAVA, System.getenv("PATH"));
    try (FakeDatabase database = FakeDatabase.start(home, folder.resolve("log"));
        Socket client = new Socket(InetAddress.getLoopbackAddress(), database.redisPort())) {
      assertThat(database.awaitIdle(Duration.ofSeconds(5), 0)).isZero();
      client.getOutputStream().write("DELAY 1000\r\nDELAY 1500\r\n".getBytes(US_ASCII));
      client.getOutputStream().flush();
      long asked = System.nanoTime();
      assertThat(database.awaitIdle(Duration.ofMillis(200), 1)).isEqualTo(1);
      assertThat(database.awaitIdle(Duration.ofMillis(200), 2)).isZero();
      assertThat(database.awaitIdle(Duration.ofMillis(200), 0)).isEqualTo(2);
      assertThat(database.awaitIdle(Duration.ofSeconds(20), 0)).isZero();
      assertThat(Duration.ofNanos(System.nanoTime() - asked))
          .isGreaterThan(Duration.ofMillis(1400));
    }
  }
}
