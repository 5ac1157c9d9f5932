import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/// Measures a Toxiproxy server against no proxy, in one run; see README.md.
///
/// Usage: java Bench.java echo|throughput|latency|bandwidth|connections API [PID]
void main(String[] arguments) throws Exception {
  if (arguments.length < 2) {
    System.err.println(
        "usage: java Bench.java echo|throughput|latency|bandwidth|connections API [PID]");
    System.exit(2);
  }
  Api api = new Api(URI.create(arguments[1]));
  long pid = arguments.length > 2 ? Long.parseLong(arguments[2]) : -1;
  switch (arguments[0]) {
    case "echo" -> echo(api);
    case "throughput" -> throughput(api, pid);
    case "latency" -> latency(api);
    case "bandwidth" -> bandwidth(api);
    case "connections" -> connections(api, pid);
    default -> throw new IllegalArgumentException("unknown measurement " + arguments[0]);
  }
  System.exit(0);
}

/// One byte there and back, blocks of direct and proxied round trips in turn.
void echo(Api api) throws Exception {
  Servers.Port upstream = Servers.echo();
  int port = api.proxy("bench-echo", upstream.port());
  List<long[]> direct = new ArrayList<>();
  List<long[]> proxied = new ArrayList<>();
  try (SocketChannel straight = open(upstream.port());
      SocketChannel through = open(port)) {
    roundTrips(straight, 5_000);
    roundTrips(through, 5_000);
    for (int block = 0; block < 10; block++) {
      direct.add(roundTrips(straight, 2_000));
      proxied.add(roundTrips(through, 2_000));
    }
  }
  long[] without = flat(direct);
  long[] with = flat(proxied);
  print("direct", without);
  print("proxied", with);
  System.out.printf(
      Locale.ROOT, "added at the median: %.3f ms%n", millis(at(with, 0.5) - at(without, 0.5)));
  api.delete("bench-echo");
}

/// Four connections that send as fast as they can; direct and proxied in turn.
void throughput(Api api, long pid) throws Exception {
  Servers.Port sink = Servers.sink();
  int port = api.proxy("bench-throughput", sink.port());
  long bytes = 256L * 1024 * 1024;
  for (int connections : new int[] {1, 4}) {
    transfer(sink.port(), connections, bytes / 4);
    transfer(port, connections, bytes / 4);
    List<Double> ratios = new ArrayList<>();
    List<Double> cpu = new ArrayList<>();
    for (int round = 0; round < 5; round++) {
      double direct = transfer(sink.port(), connections, bytes);
      double before = Process.cpuSeconds(pid);
      double proxied = transfer(port, connections, bytes);
      double spent = (Process.cpuSeconds(pid) - before) / (bytes * connections / 1e9);
      ratios.add(proxied / direct);
      cpu.add(spent);
      System.out.printf(
          Locale.ROOT,
          "%d connections: direct %.0f MB/s, proxied %.0f MB/s, ratio %.2f, %.2f CPU s per GB%n",
          connections,
          direct / 1e6,
          proxied / 1e6,
          proxied / direct,
          spent);
    }
    ratios.sort(null);
    cpu.sort(null);
    System.out.printf(
        Locale.ROOT,
        "%d connections, median: ratio %.2f, %.2f CPU s per GB%n",
        connections,
        ratios.get(2),
        cpu.get(2));
  }
  api.delete("bench-throughput");
}

/// Round trips of one byte through a latency toxic: what they take beyond the delay.
void latency(Api api) throws Exception {
  Servers.Port upstream = Servers.echo();
  int port = api.proxy("bench-latency", upstream.port());
  for (int delayMillis : new int[] {0, 1, 5, 50, 100}) {
    api.toxic("bench-latency", "latency", "\"latency\":" + delayMillis);
    try (SocketChannel through = open(port)) {
      roundTrips(through, Math.max(10, 500 / Math.max(1, delayMillis)));
      long[] taken = roundTrips(through, delayMillis >= 50 ? 100 : 1_000);
      print("latency " + delayMillis, taken);
    }
    api.deleteToxic("bench-latency", "latency_downstream");
  }
  api.delete("bench-latency");
}

/// One connection through a bandwidth toxic: bytes received over time, against the rate.
void bandwidth(Api api) throws Exception {
  Servers.Port source = Servers.source();
  int port = api.proxy("bench-bandwidth", source.port());
  for (int kilobytesPerSecond : new int[] {100, 1_000, 10_000, 100_000}) {
    for (int repeat = 0; repeat < 2; repeat++) {
      api.toxic("bench-bandwidth", "bandwidth", "\"rate\":" + kilobytesPerSecond);
      double rate;
      try (SocketChannel through = open(port)) {
        rate = receive(through, 4L * kilobytesPerSecond * 1_000);
      }
      System.out.printf(
          Locale.ROOT,
          "bandwidth %d KB/s: %.1f KB/s (%+.2f %%)%n",
          kilobytesPerSecond,
          rate / 1_000,
          (rate / 1_000 / kilobytesPerSecond - 1) * 100);
      api.deleteToxic("bench-bandwidth", "bandwidth_downstream");
    }
  }
  api.delete("bench-bandwidth");
}

/// 4,000 connections at once: resident memory with all of them open, and an echo on each.
void connections(Api api, long pid) throws Exception {
  Servers.Port upstream = Servers.echoNonBlocking();
  int port = api.proxy("bench-connections", upstream.port());
  System.out.printf("before: %.1f MB resident%n", Process.rssBytes(pid) / 1e6);
  for (int wanted : new int[] {500, 1_000, 2_000, 4_000}) {
    List<SocketChannel> open = new ArrayList<>();
    long start = System.nanoTime();
    int failed = 0;
    for (int i = 0; i < wanted; i++) {
      try {
        open.add(open(port));
      } catch (IOException refused) {
        failed++;
      }
    }
    long opened = System.nanoTime();
    ByteBuffer one = ByteBuffer.allocateDirect(1);
    for (SocketChannel channel : open) {
      one.clear();
      channel.write(one);
    }
    int answered = 0;
    for (SocketChannel channel : open) {
      one.clear();
      answered += channel.read(one);
    }
    System.out.printf(
        Locale.ROOT,
        "%d connections: %d answered, %d failed, opened in %.0f ms, echo on all %.0f ms,"
            + " %.1f MB resident%n",
        wanted,
        answered,
        failed,
        millis(opened - start),
        millis(System.nanoTime() - opened),
        Process.rssBytes(pid) / 1e6);
    for (SocketChannel channel : open) {
      channel.close();
    }
    Thread.sleep(500);
  }
  Thread.sleep(3_000);
  System.out.printf("after: %.1f MB resident%n", Process.rssBytes(pid) / 1e6);
  api.delete("bench-connections");
}

SocketChannel open(int port) throws IOException {
  SocketChannel channel = SocketChannel.open(new InetSocketAddress("127.0.0.1", port));
  channel.setOption(java.net.StandardSocketOptions.TCP_NODELAY, true);
  return channel;
}

long[] roundTrips(SocketChannel channel, int count) throws IOException {
  ByteBuffer one = ByteBuffer.allocateDirect(1);
  long[] nanos = new long[count];
  for (int i = 0; i < count; i++) {
    long start = System.nanoTime();
    one.clear();
    channel.write(one);
    one.clear();
    if (channel.read(one) != 1) {
      throw new IOException("the echo ended");
    }
    nanos[i] = System.nanoTime() - start;
  }
  return nanos;
}

/// Bytes a second over all connections, counted until the last sink has confirmed its end.
double transfer(int port, int connections, long bytesEach) throws Exception {
  List<Thread> threads = new ArrayList<>();
  long start = System.nanoTime();
  for (int i = 0; i < connections; i++) {
    threads.add(
        Thread.ofPlatform()
            .start(
                () -> {
                  try (SocketChannel channel = open(port)) {
                    ByteBuffer buffer = ByteBuffer.allocateDirect(256 * 1024);
                    for (long sent = 0; sent < bytesEach; ) {
                      buffer.clear();
                      buffer.limit((int) Math.min(buffer.capacity(), bytesEach - sent));
                      sent += channel.write(buffer);
                    }
                    channel.shutdownOutput();
                    channel.read(buffer.clear());
                  } catch (IOException failed) {
                    throw new java.io.UncheckedIOException(failed);
                  }
                }));
  }
  for (Thread thread : threads) {
    thread.join();
  }
  return bytesEach * (double) connections / ((System.nanoTime() - start) / 1e9);
}

/// Bytes a second: all that came until the wanted number, over the time since the connection.
double receive(SocketChannel channel, long wantedBytes) throws IOException {
  ByteBuffer buffer = ByteBuffer.allocateDirect(256 * 1024);
  long start = System.nanoTime();
  long received = 0;
  while (received < wantedBytes) {
    buffer.clear();
    received += channel.read(buffer);
  }
  return received / ((System.nanoTime() - start) / 1e9);
}

long[] flat(List<long[]> blocks) {
  return blocks.stream().flatMapToLong(Arrays::stream).toArray();
}

long at(long[] nanos, double share) {
  long[] sorted = nanos.clone();
  Arrays.sort(sorted);
  return sorted[(int) Math.min(sorted.length - 1, share * sorted.length)];
}

double millis(long nanos) {
  return nanos / 1e6;
}

void print(String name, long[] nanos) {
  System.out.printf(
      Locale.ROOT,
      "%-12s min %8.3f  median %8.3f  p90 %8.3f  p99 %8.3f  max %8.3f ms (n=%d)%n",
      name,
      millis(at(nanos, 0)),
      millis(at(nanos, 0.5)),
      millis(at(nanos, 0.9)),
      millis(at(nanos, 0.99)),
      millis(at(nanos, 1)),
      nanos.length);
}
