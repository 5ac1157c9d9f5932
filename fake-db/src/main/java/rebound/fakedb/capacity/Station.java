package rebound.fakedb.capacity;

import java.util.ArrayDeque;
import java.util.PriorityQueue;

/// Slots with a queue, in virtual time: a job's end does not depend on when anybody looks, so the
/// lateness of a timer is never handed on to the jobs behind it. Not thread-safe.
///
/// @param <T> the jobs
public final class Station<T> {
  /// A job that is done.
  ///
  /// @param <T> the jobs
  /// @param job which
  /// @param startNanos when it got its slot
  /// @param endNanos when it was done
  public record Done<T>(T job, long startNanos, long endNanos) {}

  private record Served<T>(T job, long startNanos, double target, long ordinal) {}

  private record Waiting<T>(T job, long serviceNanos) {}

  private final CapacityModel.Servers model;
  private final PriorityQueue<Served<T>> served =
      new PriorityQueue<>(
          (one, other) ->
              one.target() == other.target()
                  ? Long.compare(one.ordinal(), other.ordinal())
                  : Double.compare(one.target(), other.target()));
  private final ArrayDeque<Waiting<T>> waiting = new ArrayDeque<>();
  private final ArrayDeque<Done<T>> done = new ArrayDeque<>();
  private long atNanos;
  private double worked;
  private long ordinals;

  /// An empty station.
  ///
  /// @param model its slots and its queue
  /// @param nowNanos where its time begins
  public Station(CapacityModel.Servers model, long nowNanos) {
    this.model = model;
    this.atNanos = nowNanos;
  }

  /// Whether it would refuse a job now.
  ///
  /// @param nowNanos the present
  /// @return true where all slots and places are taken
  public boolean isFull(long nowNanos) {
    advance(nowNanos);
    return served.size() == model.servers() && waiting.size() >= model.queue();
  }

  /// Takes a job.
  ///
  /// @param job comes back from [#poll]
  /// @param serviceNanos how long it holds its slot, where nothing slows it down
  /// @param nowNanos when it came
  /// @return false where it was refused
  public boolean offer(T job, long serviceNanos, long nowNanos) {
    if (isFull(nowNanos)) {
      return false;
    }
    if (served.size() < model.servers()) {
      begin(job, serviceNanos);
    } else {
      waiting.add(new Waiting<>(job, serviceNanos));
    }
    return true;
  }

  /// When the next job is done.
  ///
  /// @return [Long#MAX_VALUE] where there is none
  public long nextNanos() {
    if (!done.isEmpty()) {
      return done.peek().endNanos();
    }
    return served.isEmpty() ? Long.MAX_VALUE : nextEnd();
  }

  /// The next job that is done.
  ///
  /// @param nowNanos the present
  /// @return null where none is
  public Done<T> poll(long nowNanos) {
    advance(nowNanos);
    return done.poll();
  }

  /// Jobs in slots.
  ///
  /// @return their number
  public int busy() {
    return served.size();
  }

  /// Jobs that wait for a slot.
  ///
  /// @return their number
  public int queued() {
    return waiting.size();
  }

  private void advance(long nowNanos) {
    while (!served.isEmpty() && nextEnd() - nowNanos <= 0) {
      long end = nextEnd();
      Served<T> first = served.remove();
      worked = first.target();
      atNanos = end;
      done.add(new Done<>(first.job(), first.startNanos(), end));
      Waiting<T> next = waiting.poll();
      if (next != null) {
        begin(next.job(), next.serviceNanos());
      }
    }
    if (nowNanos - atNanos > 0) {
      worked += (nowNanos - atNanos) * speed();
      atNanos = nowNanos;
    }
  }

  private void begin(T job, long serviceNanos) {
    served.add(new Served<>(job, atNanos, worked + serviceNanos, ordinals++));
  }

  private long nextEnd() {
    return atNanos + Math.max(0, Math.round((served.peek().target() - worked) / speed()));
  }

  private double speed() {
    return 1 / (1 + model.beta() * waiting.size());
  }
}
