package rebound.chaos.bench.jmh;

import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;
import rebound.chaos.http.HeadMemo;
import rebound.chaos.http.RequestMethod;
import rebound.chaos.http.ResponseParser;

/// What a response costs to frame: with a head seen before, with a new one each time, split in two,
/// and chunked.
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class ParserBenchmark {
  private static final String HEAD =
      "HTTP/1.1 200 OK\r\nConnection: keep-alive\r\nContent-Type: application/json\r\n"
          + "Date: Mon, 30 Nov 2026 10:00:00 GMT\r\n";

  @Param({"plain", "chunked"})
  public String framing;

  private byte[] bytes;
  private final ResponseParser parser = new ResponseParser();
  private final HeadMemo memo = new HeadMemo();

  @org.openjdk.jmh.annotations.Setup
  public void make() {
    String text =
        framing.equals("plain")
            ? HEAD + "Content-Length: 40\r\n\r\n" + "x".repeat(40)
            : HEAD + "Transfer-Encoding: chunked\r\n\r\n28\r\n" + "x".repeat(40) + "\r\n0\r\n\r\n";
    bytes = text.getBytes(StandardCharsets.US_ASCII);
  }

  @Benchmark
  public int headSeenBefore() {
    parser.begin(RequestMethod.OTHER, memo, null);
    return parser.feed(bytes, 0, bytes.length);
  }

  @Benchmark
  public int newHead() {
    parser.begin(RequestMethod.OTHER, null, null);
    return parser.feed(bytes, 0, bytes.length);
  }

  @Benchmark
  public int splitInTheHead() {
    parser.begin(RequestMethod.OTHER, memo, null);
    int at = parser.feed(bytes, 0, 60);
    return parser.feed(bytes, at, bytes.length);
  }
}
