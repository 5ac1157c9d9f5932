package rebound.soak.selftest.server;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/// A small HTTP/1.1 server with a fault built in: a thread for each connection, `GET` only. It ends
/// with its standard input.
public final class FaultyServer {
  private static final byte[] ANSWER =
      "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 4\r\n\r\npong"
          .getBytes(StandardCharsets.US_ASCII);
  private static final int MAX_LINE = 8192;

  private final ServerSocket listener;
  private final Misbehaviour misbehaviour;

  private FaultyServer(ServerSocket listener, Misbehaviour misbehaviour) {
    this.listener = listener;
    this.misbehaviour = misbehaviour;
  }

  /// Serves until standard input ends.
  ///
  /// @param arguments `--fault NAME --scale N`, or `--child BYTES` for the child that leaks
  public static void main(String[] arguments) throws IOException {
    List<String> options = List.of(arguments);
    if (options.contains("--child")) {
      leakForEachByte(Long.parseLong(after(options, "--child")));
      return;
    }
    Fault fault = Fault.of(after(options, "--fault"));
    double scale = Double.parseDouble(after(options, "--scale"));
    // After the accept stops a few more connects fit into the kernel's queue, so keep it short.
    int backlog = fault == Fault.ACCEPT_STOPS ? 2 : 256;
    try (ServerSocket listener = new ServerSocket()) {
      listener.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), backlog);
      try (Misbehaviour misbehaviour =
          new Misbehaviour(fault, scale, () -> child((long) (1000 * scale)))) {
        FaultyServer server = new FaultyServer(listener, misbehaviour);
        Thread.ofPlatform().name("accept").daemon().start(server::accept);
        System.out.println("ready: selftest http=127.0.0.1:" + listener.getLocalPort());
        untilEnd(System.in);
      }
    }
  }

  private static String after(List<String> options, String name) {
    int at = options.indexOf(name);
    if (at < 0 || at + 1 == options.size()) {
      throw new IllegalArgumentException(name + " is missing; give it a value");
    }
    return options.get(at + 1);
  }

  private static Process child(long bytes) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-Xint", "-XX:+UseSerialGC", "-Xms8m", "-Xmx8m", "-XX:+AlwaysPreTouch"));
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.addAll(List.of(FaultyServer.class.getName(), "--child", Long.toString(bytes)));
    return new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
  }

  private static void leakForEachByte(long bytes) throws IOException {
    Memory memory = new Memory();
    while (System.in.read() >= 0) {
      memory.leak(bytes);
    }
  }

  private static void untilEnd(InputStream in) throws IOException {
    // Nothing is expected there: its end is what counts.
    in.transferTo(OutputStream.nullOutputStream());
  }

  private void accept() {
    while (!listener.isClosed()) {
      try {
        if (!misbehaviour.accepting()) {
          TimeUnit.MILLISECONDS.sleep(50);
          continue;
        }
        Socket client = listener.accept();
        client.setTcpNoDelay(true);
        Thread.ofPlatform().name("connection").daemon().start(() -> serve(client));
      } catch (IOException e) {
        if (!listener.isClosed()) {
          System.err.println("accept: " + e);
        }
      } catch (InterruptedException _) {
        return;
      }
    }
  }

  private void serve(Socket client) {
    try (client) {
      InputStream in = new BufferedInputStream(client.getInputStream(), 512);
      boolean first = true;
      for (Head head = Head.read(in); head != null; head = Head.read(in)) {
        if (!head.probe()) {
          if (first) {
            misbehaviour.connection();
          }
          first = false;
          if (!misbehaviour.request()) {
            continue;
          }
        }
        misbehaviour.hang();
        client.getOutputStream().write(ANSWER);
        if (head.close()) {
          return;
        }
      }
    } catch (IOException e) {
      // A client that went away is no news; anything else is for the log.
      if (!client.isClosed() && !String.valueOf(e.getMessage()).contains("reset")) {
        System.err.println("connection: " + e);
      }
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
  }

  /// What is read of a request.
  ///
  /// @param probe it asks for `/health`
  /// @param close the client wants the connection closed
  private record Head(boolean probe, boolean close) {
    static Head read(InputStream in) throws IOException {
      String request = line(in);
      if (request.isEmpty()) {
        return null;
      }
      boolean close = false;
      for (String header = line(in); !header.isEmpty(); header = line(in)) {
        close |= header.equalsIgnoreCase("connection: close");
      }
      return new Head(request.startsWith("GET /health "), close);
    }

    private static String line(InputStream in) throws IOException {
      StringBuilder line = new StringBuilder();
      for (int b = in.read(); b >= 0 && b != '\n'; b = in.read()) {
        if (b != '\r') {
          line.append((char) b);
        }
        if (line.length() > MAX_LINE) {
          throw new IOException("a line is longer than " + MAX_LINE + " bytes");
        }
      }
      return line.toString();
    }
  }
}
