package rebound.chaos.load;

import java.io.IOException;

/// A stub server as a process of its own, that a test can stop with a signal. Ends with its
/// standard input.
final class ResponderMain {
  private ResponderMain() {}

  public static void main(String[] arguments) throws IOException {
    try (StubServer server = StubServer.prompt()) {
      System.out.println(server.endpoint().port());
      System.in.transferTo(java.io.OutputStream.nullOutputStream());
    }
  }
}
