package rebound.fakedb.query;

import java.util.ArrayList;
import java.util.List;
import rebound.fakedb.latency.LatencyModel;
import rebound.fakedb.wire.EventLoop;
import rebound.fakedb.wire.Timed;

/// Decides when each query is answered, and answers it then. Event loop thread only.
public final class Desk implements Timed {
  private final EventLoop loop;
  private final DueHeap heap = new DueHeap();
  private final List<Line> touched = new ArrayList<>();
  private final List<Query> written = new ArrayList<>();
  private final Accuracy accuracy = new Accuracy();
  private LatencyModel latency;
  private long answered;

  /// A desk.
  ///
  /// @param loop on which it works
  /// @param latency of queries that bring none of their own
  public Desk(EventLoop loop, LatencyModel latency) {
    this.loop = loop;
    this.latency = latency;
  }

  /// The delay of a query that brings none of its own.
  ///
  /// @return nanoseconds
  public long delayNanos() {
    return switch (latency) {
      case LatencyModel.Fixed fixed -> fixed.nanos();
    };
  }

  /// Queries answered so far.
  ///
  /// @return their number
  public long answered() {
    return answered;
  }

  /// How late answers left.
  ///
  /// @return live
  public Accuracy accuracy() {
    return accuracy;
  }

  @Override
  public long nextNanos() {
    return heap.nextNanos();
  }

  @Override
  public void fire(long nowNanos) {
    while (heap.size() > 0 && heap.nextNanos() - nowNanos <= 0) {
      Query query = heap.poll();
      query.ready = true;
      if (!query.line.touched && !query.line.isGone()) {
        query.line.touched = true;
        touched.add(query.line);
      }
    }
    for (int i = 0; i < touched.size(); i++) {
      Line line = touched.get(i);
      line.touched = false;
      line.drain();
      loop.flush();
      recordWritten();
    }
    touched.clear();
  }

  private void recordWritten() {
    long now = System.nanoTime();
    for (int i = 0; i < written.size(); i++) {
      Query query = written.get(i);
      accuracy.record(query.dueNanos - query.arrivalNanos, now - query.dueNanos);
    }
    written.clear();
  }

  void add(Query query) {
    heap.add(query, query.dueNanos);
  }

  void written(Query query) {
    answered++;
    written.add(query);
  }

  void countAnswered() {
    answered++;
  }
}
