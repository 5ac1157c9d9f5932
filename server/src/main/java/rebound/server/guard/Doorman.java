package rebound.server.guard;

import org.xnio.ChannelListener;
import org.xnio.StreamConnection;
import org.xnio.channels.AcceptingChannel;
import rebound.server.coroutine.EventLoop;

/// Lets new connections in, in bursts: after each, accepting stops until the loop has been at its
/// sockets again. XNIO hands every new connection to its loop as a task, and a loop runs all its
/// tasks before it looks at a socket: a flood of connections would keep it from all its clients.
/// One for each loop; belongs to that loop's thread.
public final class Doorman {
  private static final int BURST = 64;

  private final EventLoop loop;
  private final GuardRoom guards;
  private final ChannelListener<StreamConnection> then;
  private int admitted;

  /// A doorman.
  ///
  /// @param loop the loop that serves the connections
  /// @param guards where each gets its guard
  /// @param then takes the guarded connection
  public Doorman(EventLoop loop, GuardRoom guards, ChannelListener<StreamConnection> then) {
    this.loop = loop;
    this.guards = guards;
    this.then = then;
  }

  /// Lets one in.
  ///
  /// @param acceptor where it came from
  /// @param connection the new connection, on its loop
  public void admit(AcceptingChannel<?> acceptor, StreamConnection connection) {
    if (++admitted % BURST == 0) {
      acceptor.suspendAccepts();
      guards.countAcceptPause();
      // A timer only fires when no task is left, and the sockets come next.
      loop.after(acceptor::resumeAccepts, 1);
    }
    guards.admit(connection);
    then.handleEvent(connection);
  }
}
