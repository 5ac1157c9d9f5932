package rebound.chaos.loop;

import java.util.Arrays;

/// A binary heap of alarms, earliest first. Setting, resetting and clearing cost O(log n) and
/// allocate nothing once the heap has grown. Instants are compared by difference, as
/// `System.nanoTime()` wants it.
final class TimerHeap {
  private Timer[] heap = new Timer[64];
  private int size;

  void set(Timer timer, long dueNanos) {
    if (timer.place == Timer.UNSET) {
      if (size == heap.length) {
        heap = Arrays.copyOf(heap, size * 2);
      }
      timer.dueNanos = dueNanos;
      up(timer, size++);
    } else {
      boolean earlier = dueNanos - timer.dueNanos < 0;
      timer.dueNanos = dueNanos;
      if (earlier) {
        up(timer, timer.place);
      } else {
        down(timer, timer.place);
      }
    }
  }

  void clear(Timer timer) {
    int hole = timer.place;
    if (hole == Timer.UNSET) {
      return;
    }
    timer.place = Timer.UNSET;
    Timer last = heap[--size];
    heap[size] = null;
    if (last != timer) {
      last.place = hole;
      if (last.dueNanos - timer.dueNanos < 0) {
        up(last, hole);
      } else {
        down(last, hole);
      }
    }
  }

  Timer first() {
    return size == 0 ? null : heap[0];
  }

  int size() {
    return size;
  }

  private void up(Timer timer, int from) {
    int at = from;
    while (at > 0) {
      int parent = (at - 1) >>> 1;
      if (heap[parent].dueNanos - timer.dueNanos <= 0) {
        break;
      }
      put(heap[parent], at);
      at = parent;
    }
    put(timer, at);
  }

  private void down(Timer timer, int from) {
    int at = from;
    while (true) {
      int child = 2 * at + 1;
      if (child >= size) {
        break;
      }
      if (child + 1 < size && heap[child + 1].dueNanos - heap[child].dueNanos < 0) {
        child++;
      }
      if (timer.dueNanos - heap[child].dueNanos <= 0) {
        break;
      }
      put(heap[child], at);
      at = child;
    }
    put(timer, at);
  }

  private void put(Timer timer, int at) {
    heap[at] = timer;
    timer.place = at;
  }
}
