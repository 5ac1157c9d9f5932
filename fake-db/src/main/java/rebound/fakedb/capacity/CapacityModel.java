package rebound.fakedb.capacity;

import rebound.fakedb.words.Setting;

/// How many queries are worked on at once.
public sealed interface CapacityModel {
  /// All of them (M/G/∞).
  record Unlimited() implements CapacityModel {}

  /// Some slots with a queue before them, first come, first served (G/G/c). Beyond the queue a
  /// query is refused at once.
  ///
  /// @param servers slots
  /// @param queue places to wait
  /// @param beta how much each waiting query slows all down: with n in the house, each slot works
  /// at     1 / (1 + beta · (n - servers)); 0 for not at all
  record Servers(int servers, int queue, double beta) implements CapacityModel {
    /// Checks it.
    public Servers {
      if (servers < 1) {
        throw new IllegalArgumentException("servers must be at least 1, not " + servers);
      }
      if (queue < 0) {
        throw new IllegalArgumentException("queue must be at least 0, not " + queue);
      }
      if (!(beta >= 0 && beta <= 1000)) {
        throw new IllegalArgumentException("beta must be from 0 to 1000, not " + beta);
      }
    }
  }

  /// Reads one: `unlimited`, `{servers: 8, queue: 64}` or `{servers: 8, queue: 64, beta: 0.05}`.
  ///
  /// @param setting the words
  /// @return the model; unlimited where there were complaints
  static CapacityModel read(Setting setting) {
    if (!setting.isMap()) {
      setting.oneOf("unlimited");
      return new Unlimited();
    }
    setting.only("servers", "queue", "beta");
    int servers = (int) (long) setting.need("servers", s -> s.whole(1, 1_000_000), 1L);
    int queue = (int) (long) setting.or("queue", s -> s.whole(0, 1_000_000), 1024L);
    return new Servers(servers, queue, setting.or("beta", s -> s.number(0, 1000), 0.0));
  }

  /// Writes one so that [#read] reads the same.
  ///
  /// @param model any
  /// @return its words
  static String text(CapacityModel model) {
    return switch (model) {
      case Unlimited m -> "unlimited";
      case Servers m ->
          "{servers: "
              + m.servers()
              + ", queue: "
              + m.queue()
              + (m.beta() == 0 ? "" : ", beta: " + m.beta())
              + "}";
    };
  }
}
