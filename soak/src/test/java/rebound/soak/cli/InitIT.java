package rebound.soak.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class InitIT {
  @TempDir private Path home;

  @Test
  void whatInitWritesRunsAtOnce() throws IOException {
    Rebound rebound = new Rebound(home);
    String classes = Path.of("target/test-classes").toAbsolutePath().toString();

    Rebound.Result init =
        rebound.run(
            "init",
            "--dir",
            home.resolve("mine").toString(),
            "--path",
            "/ping",
            "--",
            Rebound.JAVA.toString(),
            "-cp",
            classes,
            TinyServerMain.class.getName(),
            "{port}");
    Rebound.Result run =
        rebound.run(
            "run",
            home.resolve("mine/rebound-plan.yaml").toString(),
            "--target",
            home.resolve("mine/rebound-target.yaml").toString(),
            "--quick",
            "--out",
            home.resolve("runs").toString());

    assertThat(init.exitCode()).isZero();
    assertThat(init.out()).contains("now: rebound run");
    assertThat(run.err()).doesNotContain("rebound:");
    assertThat(run.exitCode()).isZero();
  }

  @Test
  void whatInitWritesForAnAddressRunsAtOnce() throws Exception {
    Rebound rebound = new Rebound(home);
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/",
        exchange -> {
          exchange.sendResponseHeaders(200, -1);
          exchange.close();
        });
    server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
    server.start();
    try {
      String url = "http://127.0.0.1:" + server.getAddress().getPort();
      String mine = home.resolve("mine").toString();

      Rebound.Result init = rebound.run("init", "--url", url, "--path", "/health", "--dir", mine);
      Rebound.Result run =
          rebound.run(
              "run",
              mine + "/rebound-plan.yaml",
              "--target",
              mine + "/rebound-target.yaml",
              "--quick",
              "--out",
              home.resolve("runs").toString());

      assertThat(init.exitCode()).isZero();
      assertThat(init.out()).contains("now: rebound run", "--pid PID");
      assertThat(run.err()).doesNotContain("rebound:");
      assertThat(run.out())
          .contains("QUICK LOOK: PASS")
          .contains("was not measured: nobody said how to read the target's memory.");
    } finally {
      server.stop(0);
    }
  }

  @Test
  void anAddressAtWhichNobodyListensIsSaidToBeOne() throws IOException {
    Rebound.Result run =
        new Rebound(home)
            .run("run", "--url", "http://127.0.0.1:1", "--quick", "--out", home.toString());

    assertThat(run.exitCode()).isEqualTo(5);
    assertThat(run.err()).contains("nothing listens at 127.0.0.1:1: start your server first");
  }

  @Test
  void refusesToOverwriteAndToGuess() throws IOException {
    Rebound rebound = new Rebound(home);
    Files.writeString(home.resolve("rebound-plan.yaml"), "mine");

    assertThat(rebound.run("init", "--dir", home.toString(), "--", "/bin/sh").exitCode())
        .isEqualTo(2);
    assertThat(rebound.run("init").exitCode()).isEqualTo(2);
    assertThat(Files.readString(home.resolve("rebound-plan.yaml"))).isEqualTo("mine");
  }

  @Test
  void theDoctorSaysWhatTheMachineAllows() throws IOException {
    Rebound.Result doctor = new Rebound(home).run("doctor");

    assertThat(doctor.exitCode()).isIn(0, 3);
    assertThat(doctor.out()).contains("open files", "ephemeral ports", "listen backlog");
  }

  @Test
  void whatCannotBeStartedIsRefusedBeforeAnyFileIsWritten() throws Exception {
    Path mine = home.resolve("refused");

    Rebound.Result unknown =
        new Rebound(home).run("init", "--dir", mine.toString(), "--", "no-such-program", "{port}");
    Rebound.Result path =
        new Rebound(home)
            .run("init", "--dir", mine.toString(), "--path", "health", "--", "/bin/sh", "{port}");

    assertThat(unknown.exitCode()).isEqualTo(2);
    assertThat(unknown.err()).contains("'no-such-program' is no program on the PATH");
    assertThat(path.exitCode()).isEqualTo(2);
    assertThat(path.err()).contains("as in /health");
    assertThat(mine).doesNotExist();
  }

  @Test
  void aCommandWithoutAPlaceForThePortGetsItInItsEnvironment() throws Exception {
    Path mine = home.resolve("environment");

    Rebound.Result init =
        new Rebound(home).run("init", "--dir", mine.toString(), "--", "/bin/sh", "serve.sh");

    assertThat(init.out()).contains("it finds it as PORT in its environment");
    assertThat(mine.resolve("rebound-target.yaml"))
        .content()
        .contains("\nenvironment: {PORT: \"{port}\"}");
  }
}
