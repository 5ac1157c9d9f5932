package rebound.server.overload;

/// One lane's door to one kind of work: lets in as many as its limit says, has a few wait where it
/// has a queue, turns the rest away before anything is spent on them. Work whose client would be
/// gone before it ends is turned away too. Belongs to its loop's thread; the figures may be read
/// from anywhere.
public final class Gate {
  private static final double MEDIAN_STEP = 0.1;
  private static final int TRIED_ONE_IN = 8;

  private final String name;
  private final Limit limit;
  private final Codel queue;
  private final Clock clock;
  private int underWay;
  private boolean serving;
  private double medianNanos;
  private int doubtful;
  private volatile long admitted;
  private volatile long shed;
  private volatile long hopeless;
  private volatile int shownUnderWay;
  private volatile int waiting;

  /// A gate.
  ///
  /// @param name what it is called in the figures
  /// @param limit how many it lets in
  /// @param longestQueue how many may wait, 0 for none
  /// @param clock the time
  public Gate(String name, Limit limit, int longestQueue, Clock clock) {
    this.name = name;
    this.limit = limit;
    this.clock = clock;
    this.queue = longestQueue == 0 ? null : new Codel(longestQueue, this::turnAway);
  }

  /// A request wants in.
  public void enter(Visitor visitor) {
    long now = clock.nanos();
    if (isHopeless(visitor, now)) {
      hopeless(visitor);
    } else if (underWay < limit.limit()) {
      admit(visitor);
    } else if (queue == null || !queue.add(visitor, now)) {
      turnAway(visitor);
    } else {
      waiting = queue.size();
    }
  }

  /// A request that was let in has ended.
  ///
  /// @param sinceNanos when it was let in
  /// @param underWayThen how many were under way then, as [#underWay] said
  /// @param dropped whether it missed its time limit
  public void leave(long sinceNanos, int underWayThen, boolean dropped) {
    long now = clock.nanos();
    underWay--;
    shownUnderWay = underWay;
    limit.ended(now - sinceNanos, underWayThen, dropped);
    follow(now - sinceNanos);
    serveQueue(now);
  }

  /// Turns away those in the queue whose time is over; to be called now and then, since nobody may
  /// come or go for long.
  public void tick() {
    if (waiting > 0) {
      // All are out of the queue first: one that is answered may bring the next at once.
      queue.expired(clock.nanos()).forEach(this::hopeless);
      waiting = queue.size();
    }
  }

  /// How many are under way.
  public int underWay() {
    return shownUnderWay;
  }

  /// What it is called in the figures.
  public String name() {
    return name;
  }

  /// How many it lets in now.
  public int limit() {
    return limit.limit();
  }

  /// How many were let in.
  public long admitted() {
    return admitted;
  }

  /// How many wait.
  public int waiting() {
    return waiting;
  }

  /// How many were turned away because of the limit or the queue.
  public long shed() {
    return shed;
  }

  /// How many were turned away because they could not have ended in time.
  public long hopeless() {
    return hopeless;
  }

  /// The time, as the gate sees it.
  public long nanos() {
    return clock.nanos();
  }

  /// Lets in who waits. A request that ends at once leaves from within: the outer loop goes on
  /// then, else a long queue before a dead database would need as long a stack.
  private void serveQueue(long now) {
    if (queue == null || serving) {
      return;
    }
    serving = true;
    try {
      while (underWay < limit.limit()) {
        Visitor next = queue.next(now);
        if (next == null) {
          return;
        }
        if (isHopeless(next, now)) {
          hopeless(next);
        } else {
          admit(next);
        }
      }
    } finally {
      serving = false;
      waiting = queue.size();
    }
  }

  /// True when half of the requests take longer than this one has left. Now and then one is tried
  /// all the same: with nobody let in, the median would stay as bad as it once was for ever.
  private boolean isHopeless(Visitor visitor, long now) {
    if (visitor.deadlineNanos() == Long.MAX_VALUE) {
      return false;
    }
    long left = visitor.deadlineNanos() - now;
    if (left > 0 && (left >= (long) medianNanos || underWay == 0)) {
      return false;
    }
    return left <= 0 || ++doubtful % TRIED_ONE_IN != 0;
  }

  private void admit(Visitor visitor) {
    underWay++;
    shownUnderWay = underWay;
    long count = admitted;
    admitted = count + 1;
    visitor.admitted();
  }

  private void turnAway(Visitor visitor) {
    long count = shed;
    shed = count + 1;
    visitor.shed();
  }

  private void hopeless(Visitor visitor) {
    long count = hopeless;
    hopeless = count + 1;
    visitor.shed();
  }

  /// Keeps an estimate of the median: a step up for each that took longer, down for each that did
  /// not. A single outlier moves it no further than any other.
  private void follow(long tookNanos) {
    if (medianNanos == 0) {
      medianNanos = tookNanos;
    } else {
      medianNanos *= tookNanos > medianNanos ? 1 + MEDIAN_STEP : 1 - MEDIAN_STEP;
    }
  }
}
