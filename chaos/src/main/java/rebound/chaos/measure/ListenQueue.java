package rebound.chaos.measure;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.HdrHistogram.Histogram;

/// What the kernel counts of connection requests that found a full accept queue, on the whole
/// machine since it started (`TcpExt` in `/proc/net/netstat`).
///
/// @param overflows requests that met a full accept queue
/// @param drops requests dropped for any cause, those among them
public record ListenQueue(long overflows, long drops) {
  private static final Path NETSTAT = Path.of("/proc/net/netstat");

  /// Waits of the kernel before it sends a connection request again, added up: 1 s, then 2 s more,
  /// then 4 s more.
  private static final int[] RETRY_SECONDS = {1, 3, 7};

  /// The counts now.
  ///
  /// @throws IOException when the kernel does not tell
  public static ListenQueue now() throws IOException {
    return parse(Files.readAllLines(NETSTAT));
  }

  static ListenQueue parse(List<String> lines) throws IOException {
    for (int i = 0; i + 1 < lines.size(); i++) {
      List<String> names = List.of(lines.get(i).split(" ", -1));
      if (names.getFirst().equals("TcpExt:") && names.contains("ListenOverflows")) {
        List<String> values = List.of(lines.get(i + 1).split(" ", -1));
        return new ListenQueue(
            Long.parseLong(values.get(names.indexOf("ListenOverflows"))),
            Long.parseLong(values.get(names.indexOf("ListenDrops"))));
      }
    }
    throw new IOException(NETSTAT + " has no ListenOverflows");
  }

  /// What happened since an earlier reading.
  public ListenQueue since(ListenQueue before) {
    return new ListenQueue(overflows - before.overflows, drops - before.drops);
  }

  /// Explains slow connections: one sentence for each kernel retry seen in the connect times, and
  /// one for a full accept queue. Empty when nothing needs explaining.
  ///
  /// @param connect how long connections took to open, nanoseconds
  public List<String> explain(Histogram connect) {
    List<String> sentences = new ArrayList<>();
    for (int seconds : RETRY_SECONDS) {
      // The kernel's timer adds up to a tick and the network its round trip: half a second is
      // ample.
      long from = (long) (seconds * 0.99e9);
      long to = seconds * 1_000_000_000L + 500_000_000L;
      long count = connect.getTotalCount() == 0 ? 0 : connect.getCountBetweenValues(from, to);
      if (count > 0) {
        sentences.add(
            String.format(
                Locale.ROOT,
                "%d connections took about %d s: the kernel sent their requests again because the"
                    + " first ones got no answer",
                count,
                seconds));
      }
    }
    if (overflows > 0) {
      sentences.add(
          String.format(
              Locale.ROOT,
              "%d connection requests met a full accept queue (ListenOverflows): raise the target's"
                  + " listen backlog and net.core.somaxconn, or open fewer a second",
              overflows));
    }
    return List.copyOf(sentences);
  }
}
