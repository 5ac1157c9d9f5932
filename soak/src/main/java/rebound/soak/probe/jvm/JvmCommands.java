package rebound.soak.probe.jvm;

import com.sun.tools.attach.AttachNotSupportedException;
import com.sun.tools.attach.VirtualMachine;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import rebound.soak.probe.process.ProcFile;

/// The commands that `jcmd` sends, over the socket which a HotSpot JVM opens when it is attached
/// to. It costs the target one thread and some 200 KB; no management bean is needed, so that a JVM
/// that was started without them answers too.
final class JvmCommands {
  private static final String LIBRARY = "libjvm.so";
  private static final char END = '\0';

  private final Path root;
  private final String pid;

  private JvmCommands(Path root, String pid) {
    this.root = root;
    this.pid = pid;
  }

  /// Attaches.
  ///
  /// @throws IOException where the process is no HotSpot JVM, belongs to another user or refuses
  static JvmCommands attach(long pid) throws IOException {
    // Attaching sends a signal, which another program could take for "quit".
    if (!isJvm(pid)) {
      throw new IOException("process " + pid + " is no HotSpot JVM: it has not loaded " + LIBRARY);
    }
    try {
      VirtualMachine.attach(Long.toString(pid)).detach();
    } catch (AttachNotSupportedException e) {
      throw new IOException("process " + pid + " cannot be attached to: " + e.getMessage(), e);
    }
    // In a container the process has another number and another /tmp.
    Path proc = Path.of("/proc", Long.toString(pid));
    List<String> numbers = numbers(proc);
    return new JvmCommands(proc.resolve("root"), numbers.getLast());
  }

  /// Whether a process has loaded HotSpot.
  static boolean isJvm(long pid) {
    try (var lines = Files.lines(Path.of("/proc", Long.toString(pid), "maps"))) {
      return lines.anyMatch(line -> line.endsWith("/" + LIBRARY));
    } catch (IOException | java.io.UncheckedIOException _) {
      // It ended or belongs to another user: it cannot be attached to either.
      return false;
    }
  }

  /// Its performance counters.
  ///
  /// @throws IOException where they cannot be read
  Map<String, String> counters() throws IOException {
    return CounterFile.read(root, pid);
  }

  /// Sends a command and waits for its answer.
  ///
  /// @throws IOException where the JVM is gone or does not know the command
  String run(String command) throws IOException {
    try (SocketChannel channel = SocketChannel.open(StandardProtocolFamily.UNIX)) {
      channel.connect(UnixDomainSocketAddress.of(root.resolve("tmp/.java_pid" + pid)));
      String request = "1" + END + "jcmd" + END + command + END + END + END;
      ByteBuffer bytes = ByteBuffer.wrap(request.getBytes(StandardCharsets.UTF_8));
      while (bytes.hasRemaining()) {
        channel.write(bytes);
      }
      String answer =
          new String(Channels.newInputStream(channel).readAllBytes(), StandardCharsets.UTF_8);
      int line = answer.indexOf('\n');
      if (line < 0 || !answer.substring(0, line).equals("0")) {
        throw new IOException("the JVM answers to " + command + ": " + answer.strip());
      }
      return answer.substring(line + 1);
    }
  }

  private static List<String> numbers(Path proc) throws IOException {
    for (String line : ProcFile.text(proc.resolve("status")).split("\n", -1)) {
      if (line.startsWith("NSpid:")) {
        return ProcFile.words(line.substring("NSpid:".length()));
      }
    }
    return List.of(proc.getFileName().toString());
  }
}
