package rebound.soak.target;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class TargetLibraryTest {
  private static final Path HOME = Path.of("..").toAbsolutePath().normalize();
  private static final TargetLibrary LIBRARY = new TargetLibrary(HOME);

  static List<String> names() {
    return LIBRARY.names();
  }

  @Test
  void hasTheTargetsOfTheComparisons() {
    assertThat(names())
        .contains(
            "coroutine",
            "node-http",
            "bun",
            "express",
            "fastify",
            "micro",
            "ws",
            "uwebsockets",
            "hyperexpress",
            "nginx");
  }

  @ParameterizedTest
  @MethodSource("names")
  void everyTargetFileCanBeRead(String name) {
    TargetSpec spec = LIBRARY.find(name);
    assertThat(spec.name()).isEqualTo(name);
    assertThat(spec.answers()).isNotBlank();
    assertThat(spec.directory()).isDirectory();
  }

  @ParameterizedTest
  @MethodSource("names")
  void lockFilesPinVersionsAndNameNoAddress(String name) throws Exception {
    Path manifest = LIBRARY.find(name).directory().resolve("package.json");
    if (!Files.exists(manifest)) {
      return;
    }
    Path lock = manifest.resolveSibling("package-lock.json");
    assertThat(lock).exists();
    assertThat(Files.readString(lock)).contains("\"integrity\"").doesNotContain("\"resolved\"");
  }

  @Test
  void saysWhatIsMissingAndWhatToDo(@TempDir Path folder) throws Exception {
    Files.writeString(
        folder.resolve("target.yaml"),
        """
        target: absent
        command: [absent-server]
        requires: {program: absent-server, remedy: leave it out}
        """);
    TargetSpec spec = LIBRARY.find(folder.resolve("target.yaml").toString());
    assertThat(spec.missing("/usr/bin:/bin"))
        .hasValue("'absent-server' is not on the PATH: leave it out");
    assertThat(LIBRARY.find("coroutine").missing("")).isEmpty();
  }

  @Test
  void givesTheSameTargetOtherWorkersAndArguments() {
    TargetSpec four =
        LIBRARY.find("coroutine").as("coroutine-4", 4, List.of("--await", "callback"));
    assertThat(four.name()).isEqualTo("coroutine-4");
    assertThat(four.command())
        .containsSequence("--event-loops", "4")
        .endsWith("--await", "callback");
    assertThat(LIBRARY.find("node-http").as("n", 2, List.of()).environment())
        .containsEntry("WORKERS", "2");
    assertThat(LIBRARY.find("coroutine").takesWorkers()).isTrue();
  }

  @Test
  void countsAFileOfTwoNamesOnce(@TempDir Path folder) throws Exception {
    Files.write(folder.resolve("one"), new byte[1_000]);
    Files.createLink(folder.resolve("two"), folder.resolve("one"));
    Files.writeString(
        folder.resolve("target.yaml"), "target: t\ncommand: [x]\ninstalled: [one, two]\n");
    TargetSpec spec = LIBRARY.find(folder.resolve("target.yaml").toString());
    Home home = new Home(HOME, Path.of("/jdk/bin/java"), "");
    assertThat(Footprint.of(spec, home)).isEqualTo(new Footprint(1_000, 0));
  }

  @Test
  void refusesPrepareWithoutItsPlaceInTheCommandAndTheReverse(@TempDir Path folder)
      throws Exception {
    Path file = folder.resolve("target.yaml");
    for (String wrong :
        List.of(
            "target: t\ncommand: [x]\nprepare: [y]\n", "target: t\ncommand: [x, '{prepared}']\n")) {
      Files.writeString(file, wrong);
      assertThatThrownBy(() -> LIBRARY.find(file.toString()))
          .hasMessageContaining("prepare and {prepared} go together");
    }
    assertThat(LIBRARY.find("coroutine").prepare()).hasSize(2);
  }
}
