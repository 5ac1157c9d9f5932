package rebound.soak.target;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StartedTargetIT {
  private static final Path JAVA = Path.of(System.getProperty("java.home"), "bin", "java");
  private static final Path HOME = Path.of("..").toAbsolutePath().normalize();

  @TempDir Path folder;

  private final Home home = new Home(HOME, JAVA, System.getenv("PATH"));

  @Test
  void putsWhatPreparePrintsIntoTheCommand() throws Exception {
    Path log = folder.resolve("log");
    assertThatThrownBy(
            () ->
                start(
                    "command: [echo, first, '{prepared}', last]\nprepare: [printf, 'a b\\nc\\n']"))
        .isInstanceOf(StartException.class);
    assertThat(Files.readString(log)).startsWith("first a b c last");
  }

  @Test
  void saysWhichPrepareFailed() {
    assertThatThrownBy(() -> start("command: [echo, '{prepared}']\nprepare: ['false']"))
        .isInstanceOf(StartException.class)
        .hasMessage(
            "target t: 'false' (prepare) ended with exit code 1: run it by hand to see why");
  }

  @Test
  void startsTheServerFromTheCacheOfItsJars() throws Exception {
    TargetSpec spec = new TargetLibrary(HOME).find("coroutine");
    try (FakeDatabase database = FakeDatabase.start(home, folder.resolve("fake-db.log"));
        StartedTarget target =
            StartedTarget.start(
                spec, home, Optional.of(database), Optional.empty(), folder.resolve("log"))) {
      assertThat(Files.readString(Path.of("/proc/" + target.pid().getAsLong() + "/cmdline")))
          .contains("-XX:AOTCache=" + HOME.resolve("server/target/aot/server-"));
      assertThat(Files.readString(Path.of("/proc/" + target.pid().getAsLong() + "/maps")))
          .contains(".aot");
      asksTheDatabase(target, database);
    }
  }

  /// The database keeps account of its delays under the label that a phase gives it.
  private static void asksTheDatabase(StartedTarget target, FakeDatabase database)
      throws Exception {
    database.countAnew("one-5ms");
    HttpRequest request =
        HttpRequest.newBuilder(
                URI.create("http://127.0.0.1:" + target.endpoint().port() + "/one?delay=5"))
            .build();
    try (HttpClient http = HttpClient.newHttpClient()) {
      for (int i = 0; i < 30; i++) {
        assertThat(http.send(request, HttpResponse.BodyHandlers.discarding()).statusCode())
            .isEqualTo(200);
      }
    }
    assertThat(database.accuracy().count()).isGreaterThanOrEqualTo(30);
    assertThat(database.accuracy().verdict()).isIn("ACCURATE", "INACCURATE");
    assertThat(database.overshootLog()).contains("Tag=one-5ms");
  }

  private void start(String yaml) throws Exception {
    Path file = folder.resolve("target.yaml");
    Files.writeString(file, "target: t\n" + yaml + "\nready: {path: /, within: 5s, line: true}\n");
    TargetSpec spec = new TargetLibrary(HOME).find(file.toString());
    StartedTarget.start(spec, home, Optional.empty(), Optional.empty(), folder.resolve("log"))
        .close();
  }
}
