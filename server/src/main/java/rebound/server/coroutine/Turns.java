package rebound.server.coroutine;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import org.xnio.ChannelPipe;
import org.xnio.XnioIoThread;
import org.xnio.channels.StreamSinkChannel;
import org.xnio.channels.StreamSourceChannel;

/// A loop's long tasks, one for each pass over its sockets.
///
/// The I/O thread runs all queued tasks before it looks at its sockets again, tasks queued by tasks
/// too: a queue of long ones would keep it from its sockets for as long as it lasts. So the turns
/// hang on a pipe that is readable while there are any: each pass finds it ready among the sockets.
/// Belongs to its loop's thread.
final class Turns {
  private final XnioIoThread thread;
  private final ArrayDeque<Runnable> tasks = new ArrayDeque<>();
  private final ByteBuffer mark = ByteBuffer.allocateDirect(1);
  private StreamSinkChannel sink;

  Turns(XnioIoThread thread) {
    this.thread = thread;
  }

  void add(Runnable task) {
    tasks.add(task);
    if (tasks.size() == 1) {
      raise();
    }
  }

  private void raise() {
    try {
      if (sink == null) {
        open();
      }
      mark.clear();
      sink.write(mark);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void open() throws IOException {
    ChannelPipe<StreamSourceChannel, StreamSinkChannel> pipe = thread.createHalfDuplexPipe();
    sink = pipe.getRightSide();
    StreamSourceChannel source = pipe.getLeftSide();
    source.getReadSetter().set(this::turn);
    source.resumeReads();
  }

  private void turn(StreamSourceChannel source) {
    Runnable task = tasks.peek();
    if (task != null) {
      try {
        task.run();
      } finally {
        tasks.poll();
      }
    }
    if (tasks.isEmpty()) {
      lower(source);
    }
  }

  private void lower(StreamSourceChannel source) {
    try {
      mark.clear();
      source.read(mark);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
