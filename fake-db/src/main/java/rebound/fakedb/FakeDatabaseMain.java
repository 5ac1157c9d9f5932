package rebound.fakedb;

/// Starts this part.
public final class FakeDatabaseMain {
  private FakeDatabaseMain() {}

  /// Starts this part.
  ///
  /// @param arguments its options
  public static void main(String[] arguments) {
    System.out.println("ready");
  }
}
