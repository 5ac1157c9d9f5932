package rebound.chaos.heal;

import java.nio.file.Path;
import java.util.List;
import java.util.Objects;

/// What undoes a fault, in the words of the watchdog: it has to work without the process that made
/// the fault.
public sealed interface Remedy {

  /// The remedy and its fields, as the watchdog reads them.
  List<String> fields();

  /// Sends a signal to a process, when it is still the same.
  ///
  /// @param name without SIG, for example `CONT`
  record Signal(String name, ProcessIdentity process) implements Remedy {
    public Signal {
      Objects.requireNonNull(name, "name");
      Objects.requireNonNull(process, "process");
    }

    @Override
    public List<String> fields() {
      return List.of(
          "signal", name, Long.toString(process.pid()), Long.toString(process.startTicks()));
    }
  }

  /// Sends a request to an HTTP server, for example the deletion of a toxic.
  ///
  /// @param path with its slash
  /// @param body ASCII, may be empty
  record Request(String method, String host, int port, String path, String body) implements Remedy {
    public Request {
      if (!path.startsWith("/")) {
        throw new IllegalArgumentException("path '" + path + "' is relative; begin it with /");
      }
    }

    @Override
    public List<String> fields() {
      return List.of("request", method, host, Integer.toString(port), path, body);
    }
  }

  /// Moves all processes of a control group to another one and removes the group.
  ///
  /// @param group its directory
  /// @param home the directory of the group that the processes go to
  record EmptyCgroup(Path group, Path home) implements Remedy {
    public EmptyCgroup {
      Objects.requireNonNull(group, "group");
      Objects.requireNonNull(home, "home");
    }

    @Override
    public List<String> fields() {
      return List.of("empty_cgroup", group.toString(), home.toString());
    }
  }
}
