package rebound.chaos.network;

/// Starts this part.
public final class ToxiproxyMain {
  private ToxiproxyMain() {}

  /// Starts this part.
  ///
  /// @param arguments its options
  public static void main(String[] arguments) {
    System.out.println("ready");
  }
}
