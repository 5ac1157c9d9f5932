package rebound.server.guard;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.xnio.StreamConnection;
import rebound.server.coroutine.EventLoop;

/// All guards of one event loop, and the clock that they share: five times a second it looks at
/// each of them. Belongs to its loop's thread; the counters may be read from anywhere.
public final class GuardRoom {
  private static final long TICK_MILLIS = 200;
  private static final long STALL_MILLIS = 100;
  private static final int SCRATCH_BYTES = 16 * 1024;

  private final EventLoop loop;
  private final Patience patience;
  private final Budget budget;
  private final long bodyLimitBytes;
  private final int connectionLimit;
  private final HeadReader head = new HeadReader();
  private final ByteBuffer scratch = ByteBuffer.allocateDirect(SCRATCH_BYTES);
  private final List<ConnectionGuard> guards = new ArrayList<>();
  private final Leavers leavers;
  private final Tally<GivenUp> givenUp = new Tally<>(GivenUp.class);
  private volatile Runnable ticked = () -> {};
  private long nowMillis = clock();
  private volatile int connections;
  private volatile long admitted;
  private volatile int mostConnections;
  private volatile long acceptPauses;
  private volatile long stalls;

  /// The guards of a loop.
  ///
  /// @param loop the loop
  /// @param patience how long they wait
  /// @param budget what unfinished heads, and what is sent ahead of answers, may hold
  /// @param bodyLimitBytes the largest body
  /// @param connectionLimit how many connections the loop may hold
  public GuardRoom(
      EventLoop loop, Patience patience, Budget budget, long bodyLimitBytes, int connectionLimit) {
    this.loop = loop;
    this.leavers = new Leavers(loop);
    this.patience = patience;
    this.budget = budget;
    this.bodyLimitBytes = bodyLimitBytes;
    this.connectionLimit = connectionLimit;
  }

  /// Has another task run with each look at the guards, on the loop.
  public void alsoTick(Runnable task) {
    ticked = task;
  }

  /// Starts the clock.
  public void open() {
    loop.after(this::tick, TICK_MILLIS);
  }

  /// Puts a guard before a new connection, on its loop, before anybody reads it.
  public void admit(StreamConnection channel) {
    ConnectionGuard guard = new ConnectionGuard(channel, this);
    channel.getSourceChannel().setConduit(guard);
    guards.add(guard);
    connections = guards.size();
    int most = mostConnections;
    mostConnections = Math.max(most, guards.size());
    long count = admitted;
    admitted = count + 1;
  }

  /// How many connections have been let in.
  public long admitted() {
    return admitted;
  }

  /// Closes the connections on which nothing is under way, and has tunnels say farewell.
  ///
  /// @return how many are still open
  public int closeIdle() {
    for (ConnectionGuard guard : List.copyOf(guards)) {
      if (guard.isIdle()) {
        guard.close();
      } else {
        guard.goAway();
      }
    }
    guards.removeIf(guard -> !guard.isStillOpen(nowMillis));
    connections = guards.size();
    return guards.size();
  }

  /// How many connections are open, within a tick.
  public int connections() {
    return connections;
  }

  /// How many the loop may hold: above their sum over all loops nobody is accepted.
  public int connectionLimit() {
    return connectionLimit;
  }

  /// The most that were open at once.
  public int mostConnections() {
    return mostConnections;
  }

  /// How often accepting stopped after a burst.
  public long acceptPauses() {
    return acceptPauses;
  }

  /// How many clients were given up for a reason.
  public long givenUp(GivenUp why) {
    return givenUp.get(why);
  }

  /// How often the loop was away for over 100 ms.
  public long stalls() {
    return stalls;
  }

  /// True when connections run short: those that have never asked for anything wait less long then.
  boolean isCrowded() {
    return guards.size() > connectionLimit / 20 * 19;
  }

  Framing framing() {
    return new Framing(head, bodyLimitBytes);
  }

  Patience patience() {
    return patience;
  }

  Budget budget() {
    return budget;
  }

  Leavers leavers() {
    return leavers;
  }

  ByteBuffer scratch() {
    return scratch;
  }

  /// The time of the last tick: good enough for limits of seconds, and free.
  long nowMillis() {
    return nowMillis;
  }

  void count(GivenUp why) {
    givenUp.count(why);
  }

  void countAcceptPause() {
    long count = acceptPauses;
    acceptPauses = count + 1;
  }

  private void tick() {
    long before = nowMillis;
    nowMillis = clock();
    long late = nowMillis - before - TICK_MILLIS;
    if (late > STALL_MILLIS) {
      long count = stalls;
      stalls = count + 1;
      System.err.printf("server: loop %d was away for %d ms%n", loop.number(), late);
    }
    guards.removeIf(guard -> !guard.isStillOpen(nowMillis));
    connections = guards.size();
    ticked.run();
    loop.after(this::tick, TICK_MILLIS);
  }

  private static long clock() {
    return System.nanoTime() / 1_000_000;
  }
}
