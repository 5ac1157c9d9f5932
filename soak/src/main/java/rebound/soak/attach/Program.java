package rebound.soak.attach;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import rebound.soak.planfile.UsageException;
import rebound.soak.target.Requirement;

/// Asks another program something. Nothing is changed by what it is asked.
///
/// @param name for example `systemctl`
/// @param path the value of PATH
record Program(String name, String path) {
  private static final int MOST_SECONDS = 20;

  boolean there() {
    return file().isPresent();
  }

  private Optional<Path> file() {
    return Requirement.onPath(name, path);
  }

  /// What it says, without the ends of lines around it.
  ///
  /// @param why for the message when it cannot be asked, for example `--systemd x.service`
  /// @throws UsageException when it is absent, fails or does not end
  String ask(String why, String... arguments) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>();
    command.add(
        file()
            .map(Path::toString)
            .orElseThrow(
                () ->
                    new UsageException(
                        why
                            + " needs the program "
                            + name
                            + ", which is not on the PATH: install it, or name --pid and --memory"
                            + " yourself")));
    command.addAll(List.of(arguments));
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    process.getOutputStream().close();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    if (!process.waitFor(MOST_SECONDS, TimeUnit.SECONDS)) {
      process.destroyForcibly();
    }
    if (process.isAlive() || process.exitValue() != 0) {
      throw new UsageException(
          why
              + ": '"
              + String.join(" ", command)
              + "' failed: "
              + said.strip()
              + "; try it yourself, or name --pid and --memory");
    }
    return said.strip();
  }
}
