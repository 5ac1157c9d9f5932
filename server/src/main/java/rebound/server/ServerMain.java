package rebound.server;

/// Starts this part.
public final class ServerMain {
  private ServerMain() {}

  /// Starts this part.
  ///
  /// @param arguments its options
  public static void main(String[] arguments) {
    System.out.println("ready");
  }
}
