package rebound.soak.selftest.server;

import java.util.Locale;

/// What is wrong with a server of the self-test.
public enum Fault {
  /// Nothing.
  NONE,
  /// 1 KB stays for each request (times the scale).
  LEAK_PER_REQUEST,
  /// 1 KB stays for each connection (times the scale).
  LEAK_PER_CONNECTION,
  /// Memory is freed, but the C allocator keeps it.
  ALLOCATOR_RETENTION,
  /// Memory rises by 62 MB and falls back, again and again.
  SAWTOOTH,
  /// Memory rises by 60 MB, ever more slowly.
  WARM_UP,
  /// Files are written, which fill the page cache.
  PAGE_CACHE,
  /// 1 KB stays for each request, in a child process.
  LEAK_IN_CHILD,
  /// A file descriptor stays for each 600 requests (divided by the scale).
  DESCRIPTOR_LEAK,
  /// All is silent for three seconds, once.
  HANG,
  /// After some seconds no connection is accepted any more; those that stand are served.
  ACCEPT_STOPS,
  /// One request of fifty is never answered.
  LOST_REQUEST;

  /// The name on the command line: `leak-per-request`.
  public String option() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  static Fault of(String option) {
    for (Fault fault : values()) {
      if (fault.option().equals(option)) {
        return fault;
      }
    }
    throw new IllegalArgumentException("--fault is '" + option + "'; there is no such fault");
  }
}
