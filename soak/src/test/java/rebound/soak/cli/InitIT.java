package rebound.soak.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
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
  void refusesToOverwriteAndToGuess() throws IOException {
    Rebound rebound = new Rebound(home);
    Files.writeString(home.resolve("rebound-plan.yaml"), "mine");

    assertThat(rebound.run("init", "--dir", home.toString(), "--", "x").exitCode()).isEqualTo(2);
    assertThat(rebound.run("init").exitCode()).isEqualTo(2);
    assertThat(Files.readString(home.resolve("rebound-plan.yaml"))).isEqualTo("mine");
  }

  @Test
  void theDoctorSaysWhatTheMachineAllows() throws IOException {
    Rebound.Result doctor = new Rebound(home).run("doctor");

    assertThat(doctor.exitCode()).isIn(0, 3);
    assertThat(doctor.out()).contains("open files", "ephemeral ports", "listen backlog");
  }
}
