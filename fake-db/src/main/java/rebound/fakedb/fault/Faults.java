package rebound.fakedb.fault;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongConsumer;
import rebound.fakedb.latency.Draw;
import rebound.fakedb.wire.Timed;

/// The faults that were ordered: begins and ends them, and knows what they do to a query. Event
/// loop thread only.
public final class Faults implements Timed {
  private static final List<String> PORTS = List.of("redis", "postgres");
  private static final int ORDERED_MAX = 1_000;

  private final Network network;
  private final LongConsumer afterStall;
  private final Map<String, Ordered> ordered = new LinkedHashMap<>();
  private final List<Ordered> active = new ArrayList<>();
  private long ids;
  private long next = Long.MAX_VALUE;

  /// One fault of the list, with where it stands.
  private static final class Ordered {
    final String id;
    final FaultPlan plan;
    long nextNanos;
    long endNanos;
    boolean began;
    boolean down;
    boolean failing;

    Ordered(String id, FaultPlan plan, long nowNanos) {
      this.id = id;
      this.plan = plan;
      this.nextNanos = nowNanos + plan.atNanos();
      this.endNanos = plan.forNanos() == 0 ? Long.MAX_VALUE : nextNanos + plan.forNanos();
    }
  }

  /// No faults yet.
  ///
  /// @param network that they do their harm to
  /// @param afterStall told when a stall has ended, with the nanoseconds of its ramp
  public Faults(Network network, LongConsumer afterStall) {
    this.network = network;
    this.afterStall = afterStall;
  }

  /// Orders a fault; its time counts from now. It takes effect when its instant has come, which
  /// for `at: 0` is the loop's next turn.
  ///
  /// @param plan what and when
  /// @param nowNanos the present
  /// @return its id
  /// @throws IllegalArgumentException where too many are ordered
  public String order(FaultPlan plan, long nowNanos) {
    if (ordered.size() >= ORDERED_MAX) {
      throw new IllegalArgumentException(
          ORDERED_MAX + " faults are ordered already; take some away first");
    }
    String id = "f" + ++ids;
    ordered.put(id, new Ordered(id, plan, nowNanos));
    schedule();
    return id;
  }

  /// Takes a fault away, and ends it where it has begun.
  ///
  /// @param id of it
  /// @return false where there is none of that id
  public boolean remove(String id) {
    Ordered fault = ordered.remove(id);
    if (fault == null) {
      return false;
    }
    if (fault.began) {
      end(fault);
    }
    schedule();
    return true;
  }

  /// All that are ordered and not over.
  ///
  /// @return id to its words, with whether it is active
  public List<Map<String, Object>> list() {
    List<Map<String, Object>> list = new ArrayList<>();
    for (Ordered fault : ordered.values()) {
      Map<String, Object> words = new LinkedHashMap<>();
      words.put("id", fault.id);
      words.put("active", fault.began);
      words.putAll(FaultWords.map(fault.plan));
      list.add(words);
    }
    return list;
  }

  /// Whether nothing is wrong just now.
  ///
  /// @return true where no fault is active
  public boolean none() {
    return active.isEmpty();
  }

  /// How much longer delays are.
  ///
  /// @param port of the connection
  /// @param connection its ordinal
  /// @return the factor; 1 for as usual
  public double slowness(String port, long connection) {
    double factor = 1;
    for (Ordered fault : active) {
      if (fault.plan.fault() instanceof Fault.Slow slow && fault.plan.reaches(port, connection)) {
        factor *= slow.factor();
      }
    }
    return factor;
  }

  /// Whether answers have to wait.
  ///
  /// @param port of the connection
  /// @param connection its ordinal
  /// @return how long to spread them afterwards; empty where they need not wait
  public Optional<Fault.Stall> stall(String port, long connection) {
    for (Ordered fault : active) {
      if (fault.plan.fault() instanceof Fault.Stall stall && fault.plan.reaches(port, connection)) {
        return Optional.of(stall);
      }
    }
    return Optional.empty();
  }

  /// Whether a new connection meets a black hole.
  ///
  /// @param port of the connection
  /// @param connection its ordinal
  /// @return true where it is never answered
  public boolean deafens(String port, long connection) {
    return has(Fault.Blackhole.class, port, connection);
  }

  /// Whether a query's connection is reset.
  ///
  /// @param port of the connection
  /// @param connection its ordinal
  /// @param bits of the query
  /// @return true where it is
  public boolean resets(String port, long connection, long bits) {
    for (Ordered fault : active) {
      if (fault.plan.fault() instanceof Fault.Reset reset
          && fault.plan.reaches(port, connection)
          && Draw.unit(Draw.further(bits, 11)) < reset.ratio()) {
        return true;
      }
    }
    return false;
  }

  /// Whether a query is answered with an error.
  ///
  /// @param port of the connection
  /// @param connection its ordinal
  /// @param bits of the query
  /// @return true where it is
  public boolean fails(String port, long connection, long bits) {
    boolean fails = false;
    for (Ordered fault : active) {
      if (fault.plan.fault() instanceof Fault.Errors error
          && fault.plan.reaches(port, connection)) {
        fails |= fails(fault, error, Draw.unit(Draw.further(bits, 12)));
      }
    }
    return fails;
  }

  /// A burst of mean length b ends with 1/b; one begins so often that the share comes out.
  private static boolean fails(Ordered fault, Fault.Errors error, double unit) {
    if (error.burst() == 1 || error.ratio() == 1) {
      return unit < error.ratio();
    }
    double stop = 1 / error.burst();
    double start = Math.min(1, stop * error.ratio() / (1 - error.ratio()));
    fault.failing = fault.failing ? unit >= stop : unit < start;
    return fault.failing;
  }

  private boolean has(Class<? extends Fault> kind, String port, long connection) {
    for (Ordered fault : active) {
      if (kind.isInstance(fault.plan.fault()) && fault.plan.reaches(port, connection)) {
        return true;
      }
    }
    return false;
  }

  @Override
  public long nextNanos() {
    return next;
  }

  @Override
  public void fire(long nowNanos) {
    for (Ordered fault : List.copyOf(ordered.values())) {
      if (fault.nextNanos != Long.MAX_VALUE && fault.nextNanos - nowNanos <= 0) {
        step(fault, nowNanos);
      }
    }
    schedule();
  }

  private void step(Ordered fault, long nowNanos) {
    if (fault.endNanos != Long.MAX_VALUE && fault.endNanos - nowNanos <= 0) {
      ordered.remove(fault.id);
      if (fault.began) {
        end(fault);
      }
      return;
    }
    if (!fault.began) {
      fault.began = true;
      active.add(fault);
      System.err.println("fake-db: fault " + fault.id + " begins: " + FaultWords.map(fault.plan));
      strike(fault);
    }
    fault.nextNanos = fault.endNanos;
    if (fault.plan.fault() instanceof Fault.Flap flap) {
      flap(fault, flap, nowNanos);
    }
  }

  private void flap(Ordered fault, Fault.Flap flap, long nowNanos) {
    fault.down = !fault.down;
    double share = fault.down ? flap.duty() : 1 - flap.duty();
    fault.nextNanos = nowNanos + Math.max(1, Math.round(share * flap.periodNanos()));
    if (fault.endNanos != Long.MAX_VALUE && fault.endNanos - fault.nextNanos < 0) {
      fault.nextNanos = fault.endNanos;
    }
    if (fault.down) {
      end(fault, Network.End.RESET);
    }
    listen();
  }

  private void strike(Ordered fault) {
    switch (fault.plan.fault()) {
      case Fault.Reset f -> end(fault, Network.End.RESET);
      case Fault.Blackhole f -> end(fault, Network.End.DEAFEN);
      case Fault.Restart f -> {
        end(fault, Network.End.CLOSE);
        listen();
      }
      case Fault.Refuse f -> listen();
      case Fault.Errors f -> {}
      case Fault.Stall f -> {}
      case Fault.Slow f -> {}
      case Fault.Flap f -> {}
    }
  }

  private void end(Ordered fault, Network.End how) {
    for (String port : PORTS) {
      network.end(port, connection -> fault.plan.reaches(port, connection), how);
    }
  }

  private void end(Ordered fault) {
    active.remove(fault);
    System.err.println("fake-db: fault " + fault.id + " ends");
    if (fault.plan.fault() instanceof Fault.Stall stall) {
      afterStall.accept(stall.rampNanos());
    }
    listen();
  }

  private void listen() {
    for (String port : PORTS) {
      network.listen(port, active.stream().noneMatch(fault -> closes(fault, port)));
    }
  }

  private static boolean closes(Ordered fault, String port) {
    return fault.plan.reaches(port, 0)
        && switch (fault.plan.fault()) {
          case Fault.Refuse f -> true;
          case Fault.Restart f -> true;
          case Fault.Flap f -> fault.down;
          case Fault.Errors f -> false;
          case Fault.Stall f -> false;
          case Fault.Blackhole f -> false;
          case Fault.Reset f -> false;
          case Fault.Slow f -> false;
        };
  }

  private void schedule() {
    next = Long.MAX_VALUE;
    for (Ordered fault : ordered.values()) {
      long own = fault.nextNanos;
      if (own != Long.MAX_VALUE && (next == Long.MAX_VALUE || own - next < 0)) {
        next = own;
      }
    }
  }
}
