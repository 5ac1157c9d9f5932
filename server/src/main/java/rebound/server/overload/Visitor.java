package rebound.server.overload;

/// A request at a gate. Exactly one of [#admitted] and [#shed] is called, once, on the gate's loop.
public interface Visitor {
  /// When its client gives up, in the gate's clock, or [Long#MAX_VALUE].
  long deadlineNanos();

  /// It may begin, and calls [Gate#leave] when it has ended.
  void admitted();

  /// It is turned away.
  void shed();
}
