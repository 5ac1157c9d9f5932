package rebound.soak.cli;

/// Starts this part.
public final class ReboundMain {
  private ReboundMain() {}

  /// Starts this part.
  ///
  /// @param arguments its options
  public static void main(String[] arguments) {
    System.out.println("ready");
  }
}
