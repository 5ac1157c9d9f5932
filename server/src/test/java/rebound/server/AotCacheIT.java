package rebound.server;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The script that builds the AOT cache: another jar, another cache. A stale one would run old code
/// without a word.
final class AotCacheIT {
  private static final Path JAVA_HOME = Path.of(System.getProperty("java.home"));

  @TempDir private Path module;

  @Test
  void anotherJarOrOtherFlagsMakeAnotherCacheAndTheServerStartsFromIt() throws Exception {
    Assumptions.assumeTrue(
        Files.exists(Path.of("target/rebound-server.jar")), "the server's jar is not built");
    copyModule();
    Path first = cache();
    assertThat(first).exists();
    assertThat(cache()).isEqualTo(first);

    startsFrom(first);

    // A longer archive of the same classes: what a rebuild with one changed class amounts to.
    Path jar = module.resolve("target/lib").resolve(anyLibrary());
    Files.write(jar, new byte[] {0}, StandardOpenOption.APPEND);
    Path second = cache();
    assertThat(second).isNotEqualTo(first).exists();
    assertThat(first).doesNotExist();

    Files.writeString(module.resolve("jvm.options"), "-Dother=flag\n", StandardOpenOption.APPEND);
    assertThat(cache()).isNotEqualTo(second);
  }

  private void copyModule() throws IOException {
    Files.createDirectories(module.resolve("target/lib"));
    for (String name : List.of("aot-cache", "jvm.options", "target/rebound-server.jar")) {
      Files.copy(Path.of(name), module.resolve(name));
    }
    try (Stream<Path> libraries = Files.list(Path.of("target/lib"))) {
      for (Path library : libraries.toList()) {
        Files.copy(library, module.resolve("target/lib").resolve(library.getFileName()));
      }
    }
  }

  private static String anyLibrary() throws IOException {
    try (Stream<Path> libraries = Files.list(Path.of("target/lib"))) {
      return libraries.findFirst().orElseThrow().getFileName().toString();
    }
  }

  private Path cache() throws IOException, InterruptedException {
    Process script =
        new ProcessBuilder("bash", module.resolve("aot-cache").toString(), JAVA_HOME.toString())
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    String option = new String(script.getInputStream().readAllBytes(), UTF_8).strip();
    assertThat(script.waitFor()).isZero();
    assertThat(option).startsWith("-XX:AOTCache=");
    return Path.of(option.substring("-XX:AOTCache=".length()));
  }

  private void startsFrom(Path cache) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>();
    command.add(JAVA_HOME.resolve("bin/java").toString());
    command.add("@" + module.resolve("jvm.options"));
    command.add("-XX:AOTCache=" + cache);
    // Where the cache cannot be used, the JVM ends instead of starting slowly.
    command.add("-XX:AOTMode=on");
    command.addAll(List.of("-jar", module.resolve("target/rebound-server.jar").toString()));
    command.addAll(List.of("--port", "0", "--end-with-stdin"));
    Process server =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD).start();
    try (BufferedReader out =
        new BufferedReader(new InputStreamReader(server.getInputStream(), UTF_8))) {
      String ready = out.readLine();
      assertThat(ready).startsWith("ready: server http=127.0.0.1:");
      int port = Integer.parseInt(ready.substring(ready.lastIndexOf(':') + 1));
      assertThat(RawClient.get(port, "/ping").body()).isEqualTo("pong");
      server.getOutputStream().close();
      assertThat(server.waitFor(30, TimeUnit.SECONDS)).isTrue();
      assertThat(server.exitValue()).isZero();
    } finally {
      server.destroyForcibly();
    }
  }
}
