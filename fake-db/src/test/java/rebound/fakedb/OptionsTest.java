package rebound.fakedb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import rebound.fakedb.capacity.CapacityModel;
import rebound.fakedb.latency.LatencyModel;

class OptionsTest {
  @Test
  void theDefaultsAreThoseOfTheHelp() {
    Options options = Options.parse();
    assertThat(options.redisPort()).isEqualTo(6390);
    assertThat(options.postgresPort()).isEqualTo(5490);
    assertThat(options.controlPort()).isEqualTo(7390);
    assertThat(options.host()).isEqualTo("127.0.0.1");
    assertThat(Configuration.DEFAULT.latency()).isEqualTo(new LatencyModel.Fixed(5_000_000));
    assertThat(Options.HELP).contains("6390", "5490", "7390", "127.0.0.1", "5ms", "default 1");
  }

  @Test
  void flagsTakeTheirValueAfterASpaceOrAnEqualsSign() {
    Options options = Options.parse("--redis-port=1", "--latency", "20ms", "--end-with-stdin");
    assertThat(options.redisPort()).isEqualTo(1);
    assertThat(options.latency()).contains(new LatencyModel.Fixed(20_000_000));
    assertThat(options.endWithStdin()).isTrue();
  }

  @ParameterizedTest
  @CsvSource({
    "--nonsense 1,unknown option '--nonsense'",
    "--redis-port 70000,70000 is no port",
    "--redis-port x,'x' is no whole number",
    "--latency 5,'5' is no duration",
    "--seed,needs a value",
    "6390,unknown option '6390'"
  })
  void wrongUsageIsNamed(String line, String complaint) {
    assertThatThrownBy(() -> Options.parse(line.split(" ", -1)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(complaint);
  }

  @Test
  void aConfigurationFileIsReadAndFlagsStandAboveIt(@TempDir Path folder) throws IOException {
    Path file = folder.resolve("fake-db.yaml");
    Files.writeString(
        file,
        """
        latency: {lognormal: {median: 5ms, p99: 40ms}}
        capacity: {servers: 8, queue: 64}
        connectionLimit: 100
        perConnection: serial
        seed: 9
        rules:
          - {match: "^user:", latency: 20ms, value: canned}
        faults:
          - {kind: stall, at: 10s, for: 5s}
        auth: {user: app, password: secret}
        """);
    Configuration read = Configuration.load(file.toString());
    assertThat(read.capacity()).isEqualTo(new CapacityModel.Servers(8, 64, 0));
    assertThat(read.serial()).isTrue();
    assertThat(read.rules()).hasSize(1);
    assertThat(read.faults()).hasSize(1);
    assertThat(read.password()).contains("secret");
    assertThat(read.scram()).isTrue();
    Configuration both = read.with(Options.parse("--latency", "1ms", "--seed", "3"));
    assertThat(both.latency()).isEqualTo(new LatencyModel.Fixed(1_000_000));
    assertThat(both.seed()).isEqualTo(3);
  }

  @Test
  void allThatIsWrongInAFileIsSaidAtOnce(@TempDir Path folder) throws IOException {
    Path file = folder.resolve("wrong.yaml");
    Files.writeString(
        file, "latency: fast\ncapacity: {servers: 0}\nperConnection: maybe\ncolour: red\n");
    assertThatThrownBy(() -> Configuration.load(file.toString()))
        .hasMessageContaining("latency (line 1, column 10): 'fast' is no duration")
        .hasMessageContaining("capacity.servers (line 2, column 21): must be a whole number from 1")
        .hasMessageContaining("perConnection (line 3, column 16): must be parallel or serial")
        .hasMessageContaining("colour (line 4, column 9): unknown");
    assertThatThrownBy(() -> Configuration.load("/nowhere"))
        .hasMessageContaining("--config: '/nowhere' cannot be read");
  }
}
