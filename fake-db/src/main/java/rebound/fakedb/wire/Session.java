package rebound.fakedb.wire;

/// What one connection says and has said, in its protocol. Event loop thread only.
public interface Session {
  /// Reads as many whole messages as there are.
  ///
  /// @param bytes holds what has come, from the first byte that was not yet consumed
  /// @param from index of that byte
  /// @param to index after the last byte
  /// @return the index of the first byte that is still needed; `to` when all were consumed
  int receive(byte[] bytes, int from, int to);

  /// The connection is gone; nothing can be written any more.
  void closed();
}
