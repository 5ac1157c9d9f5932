package rebound.soak.verdict.memory;

import java.util.List;
import java.util.OptionalDouble;
import rebound.soak.verdict.statistics.Series;

/// Whether the memory that load took came back (METHODOLOGY 5.3, and the rulings on its two
/// ratios).
///
/// Growth Γ = P − M0 below max(16 MB, 0.1·M0) is none, and then there is no residual. The
/// residual ratio is (M − M0)/Γ. t50 and t90 are first passages for three samples in a row below
/// P_end − 0.5Γ′ (0.9Γ′), Γ′ = P_end − M0: returns are steps, so no exponential is fitted.
///
/// @param returnClass in a word
/// @param baselineBytes M0, warm
/// @param peakBytes P
/// @param settledBytes median of the rest's last seconds
/// @param settledRatio settled over M0
/// @param residualRatio what stayed of the growth; empty with NO_GROWTH
/// @param residualRatio5 after 5 s, empty where the rest was shorter or nothing grew
/// @param residualRatio15 after 15 s
/// @param residualRatio60 after 60 s
/// @param residualRatio420 after 420 s
/// @param t50Seconds until half was back; empty for never
/// @param t90Seconds until nine tenths were back; empty for never
/// @param heldByteSeconds what was held above M0 through the rest, ∫(M − M0)⁺dt
/// @param floorBytes 10th percentile of the rest's last 20 s
/// @param watchedSeconds how long the rest was watched
public record MemoryReturn(
    ReturnClass returnClass,
    double baselineBytes,
    double peakBytes,
    double settledBytes,
    double settledRatio,
    OptionalDouble residualRatio,
    OptionalDouble residualRatio5,
    OptionalDouble residualRatio15,
    OptionalDouble residualRatio60,
    OptionalDouble residualRatio420,
    OptionalDouble t50Seconds,
    OptionalDouble t90Seconds,
    double heldByteSeconds,
    double floorBytes,
    double watchedSeconds) {
  /// A residual below this passes, whatever its ratio (MB are 10⁶ bytes).
  public static final double NEGLIGIBLE_BYTES = 16e6;

  private static final double RETURNED_RATIO = 0.10;
  private static final double SETTLED_SECONDS = 5;
  private static final double FLOOR_SECONDS = 20;

  /// When it came back.
  public enum ReturnClass {
    /// The load made nothing grow that is worth speaking of.
    NO_GROWTH,
    /// Back within a minute.
    PROMPT,
    /// Back within seven minutes.
    EVENTUAL,
    /// Not back as long as it was watched.
    RETAINED
  }

  /// Judges a rest after load.
  ///
  /// @param baselineBytes M0: median resident memory at the end of the warm rest before
  /// @param peakBytes P: the highest between the two rests
  /// @param rest resident memory since the load ended, by time
  /// @throws IllegalArgumentException without a sample of the rest: then nothing can be judged
  public static MemoryReturn judge(double baselineBytes, double peakBytes, List<MemoryPoint> rest) {
    if (rest.isEmpty() || !(baselineBytes > 0)) {
      throw new IllegalArgumentException(
          "memory return needs a baseline and a rest; baseline is "
              + baselineBytes
              + ", "
              + rest.size()
              + " samples of the rest");
    }
    double end = rest.getLast().seconds();
    double settled = tail(rest, SETTLED_SECONDS).median();
    double growth = peakBytes - baselineBytes;
    boolean grew = growth >= Math.max(NEGLIGIBLE_BYTES, 0.1 * baselineBytes);
    return new MemoryReturn(
        grew ? classify(baselineBytes, growth, rest, settled) : ReturnClass.NO_GROWTH,
        baselineBytes,
        peakBytes,
        settled,
        settled / baselineBytes,
        grew ? OptionalDouble.of((settled - baselineBytes) / growth) : OptionalDouble.empty(),
        grew ? ratioAt(rest, 5, baselineBytes, growth) : OptionalDouble.empty(),
        grew ? ratioAt(rest, 15, baselineBytes, growth) : OptionalDouble.empty(),
        grew ? ratioAt(rest, 60, baselineBytes, growth) : OptionalDouble.empty(),
        grew ? ratioAt(rest, 420, baselineBytes, growth) : OptionalDouble.empty(),
        grew ? passage(rest, baselineBytes, 0.5) : OptionalDouble.empty(),
        grew ? passage(rest, baselineBytes, 0.9) : OptionalDouble.empty(),
        held(rest, baselineBytes),
        tail(rest, FLOOR_SECONDS).quantile(0.1),
        end);
  }

  private static ReturnClass classify(
      double baseline, double growth, List<MemoryPoint> rest, double settled) {
    double end = rest.getLast().seconds();
    if (back(end <= 60 ? settled : at(rest, 60), baseline, growth)) {
      return ReturnClass.PROMPT;
    }
    return back(end <= 420 ? settled : at(rest, 420), baseline, growth)
        ? ReturnClass.EVENTUAL
        : ReturnClass.RETAINED;
  }

  private static boolean back(double bytes, double baseline, double growth) {
    double residual = bytes - baseline;
    return residual <= NEGLIGIBLE_BYTES || residual <= RETURNED_RATIO * growth;
  }

  /// Median of the three samples up to that time: one sample may fall on a short allocation.
  private static double at(List<MemoryPoint> rest, double seconds) {
    List<MemoryPoint> until = rest.stream().filter(p -> p.seconds() <= seconds).toList();
    List<MemoryPoint> near =
        until.isEmpty()
            ? List.of(rest.getFirst())
            : until.subList(Math.max(0, until.size() - 3), until.size());
    return Series.of(near.stream().mapToDouble(MemoryPoint::bytes)).median();
  }

  private static OptionalDouble ratioAt(
      List<MemoryPoint> rest, double seconds, double baseline, double growth) {
    // A rest of 60 s has its last sample a little before 60.
    return rest.getLast().seconds() < seconds - 1.5
        ? OptionalDouble.empty()
        : OptionalDouble.of((at(rest, seconds) - baseline) / growth);
  }

  private static OptionalDouble passage(List<MemoryPoint> rest, double baseline, double share) {
    double atEnd = rest.getFirst().bytes();
    double limit = atEnd - share * (atEnd - baseline);
    int inRow = 0;
    for (int i = 0; i < rest.size(); i++) {
      inRow = rest.get(i).bytes() <= limit ? inRow + 1 : 0;
      if (inRow == 3) {
        return OptionalDouble.of(Math.max(0, rest.get(i - 2).seconds()));
      }
    }
    return OptionalDouble.empty();
  }

  private static double held(List<MemoryPoint> rest, double baseline) {
    double sum = 0;
    for (int i = 1; i < rest.size(); i++) {
      double above =
          (Math.max(0, rest.get(i - 1).bytes() - baseline)
                  + Math.max(0, rest.get(i).bytes() - baseline))
              / 2;
      sum += above * (rest.get(i).seconds() - rest.get(i - 1).seconds());
    }
    return sum;
  }

  private static Series tail(List<MemoryPoint> rest, double seconds) {
    double from = rest.getLast().seconds() - seconds;
    return Series.of(
        rest.stream().filter(p -> p.seconds() >= from).mapToDouble(MemoryPoint::bytes));
  }

  /// The finding in a sentence.
  public String sentence() {
    String numbers =
        String.format(
            java.util.Locale.ROOT,
            "%.1f MB before, %.1f MB at the peak, %.1f MB after %.0f s of rest",
            baselineBytes / 1e6,
            peakBytes / 1e6,
            settledBytes / 1e6,
            watchedSeconds);
    return switch (returnClass) {
      case NO_GROWTH -> "the load took next to no memory: " + numbers;
      case PROMPT -> "memory came back within a minute: " + numbers;
      case EVENTUAL -> "memory came back, after more than a minute: " + numbers;
      case RETAINED ->
          "memory did not come back"
              + (watchedSeconds < 420 ? " while it was watched" : " within seven minutes")
              + ": "
              + numbers;
    };
  }
}
