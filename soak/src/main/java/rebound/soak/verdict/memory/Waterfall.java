package rebound.soak.verdict.memory;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalLong;
import rebound.soak.evidence.sample.JvmSample;
import rebound.soak.evidence.sample.Ladder;
import rebound.soak.evidence.sample.Reading;

/// Where the memory that stayed above the baseline is held, as a waterfall from what was resident
/// at the end of the rest down to the baseline (METHODOLOGY 5.3).
///
/// @param aboveBytes resident before the ladder, above the baseline; may be below 0
/// @param steps in their order; they add up to `aboveBytes`
/// @param untold what could not be told apart and so is part of the last step; empty for nothing
/// @param unreadable why there is no waterfall; empty where there is one
public record Waterfall(long aboveBytes, List<Step> steps, String untold, String unreadable) {
  public Waterfall {
    steps = List.copyOf(steps);
    long sum = steps.stream().mapToLong(Step::bytes).sum();
    if (unreadable.isEmpty() && sum != aboveBytes) {
      throw new IllegalArgumentException(
          "the steps add up to " + sum + " bytes, not to " + aboveBytes);
    }
  }

  /// A share of what stayed.
  ///
  /// @param name what holds it
  /// @param bytes how much; below 0 where it shrank
  public record Step(String name, long bytes) {}

  /// What a collection gave back.
  public static final String COLLECTOR = "kept by the collector";

  /// What trimming gave back.
  public static final String ALLOCATOR = "kept by the allocator";

  /// Direct buffers above the baseline's.
  public static final String DIRECT = "direct buffers";

  /// Live heap above the baseline's.
  public static final String HEAP = "live heap";

  /// Classes and compiled code above the baseline's.
  public static final String CODE = "classes and code";

  /// What is left: alive or leaked outside the heap.
  public static final String REST = "live or leaked elsewhere";

  /// Draws it.
  ///
  /// @param ladder what was read
  /// @param baselineBytes M0
  public static Waterfall of(Ladder ladder, long baselineBytes) {
    OptionalLong before = ladder.residentBytes().amount();
    OptionalLong collected = ladder.afterCollectionBytes().amount();
    OptionalLong trimmed = ladder.afterTrimBytes().amount();
    for (Reading reading :
        List.of(ladder.residentBytes(), ladder.afterCollectionBytes(), ladder.afterTrimBytes())) {
      if (reading instanceof Reading.Unreadable(String reason)) {
        return new Waterfall(0, List.of(), "", reason);
      }
    }
    List<Step> steps = new ArrayList<>();
    steps.add(new Step(COLLECTOR, before.getAsLong() - collected.getAsLong()));
    steps.add(new Step(ALLOCATOR, collected.getAsLong() - trimmed.getAsLong()));
    long left = trimmed.getAsLong() - baselineBytes;
    JvmSample from = ladder.baseline();
    JvmSample to = ladder.end();
    left = take(steps, DIRECT, to.directBytes().since(from.directBytes()), left);
    left =
        take(
            steps,
            HEAP,
            to.heapAfterCollectionBytes().since(from.heapAfterCollectionBytes()),
            left);
    left =
        take(
            steps,
            CODE,
            Reading.sum(
                List.of(
                    to.metaspaceBytes().since(from.metaspaceBytes()),
                    to.codeCacheBytes().since(from.codeCacheBytes()))),
            left);
    steps.add(new Step(REST, left));
    return new Waterfall(
        before.getAsLong() - baselineBytes,
        steps,
        to.directBytes().since(from.directBytes()) instanceof Reading.Unreadable(String why)
            ? "direct buffers are part of it: " + why
            : "",
        "");
  }

  /// A share is only named as far as something is left to explain: heap that grew inside memory
  /// which was resident at the baseline already explains nothing.
  private static long take(List<Step> steps, String name, Reading grown, long left) {
    long share = Math.clamp(grown.amount().orElse(0), 0, Math.max(0, left));
    steps.add(new Step(name, share));
    return left - share;
  }

  /// The bytes of a step, 0 where there is none of that name.
  public long bytes(String name) {
    return steps.stream().filter(s -> s.name().equals(name)).mapToLong(Step::bytes).sum();
  }

  /// The waterfall in a sentence.
  public String sentence() {
    if (!unreadable.isEmpty()) {
      return "where memory is held could not be found: " + unreadable;
    }
    if (aboveBytes < MemoryReturn.NEGLIGIBLE_BYTES) {
      return mb(aboveBytes) + " above the baseline at the end: nothing to explain";
    }
    List<String> parts = new ArrayList<>();
    for (Step step : steps) {
      if (step.bytes() >= 0.05 * aboveBytes) {
        parts.add(mb(step.bytes()) + " " + step.name());
      }
    }
    String most =
        steps.stream()
            .max((a, b) -> Long.compare(a.bytes(), b.bytes()))
            .map(Step::name)
            .orElse(REST);
    return mb(aboveBytes)
        + " above the baseline at the end: "
        + String.join(", ", parts)
        + advice(most)
        + (most.equals(REST) && !untold.isEmpty() ? " (" + untold + ")" : "");
  }

  private static String advice(String most) {
    return switch (most) {
      case COLLECTOR -> "; no leak: choose a collector or flags that return memory when idle";
      case ALLOCATOR -> "; no leak: free C memory, trim it (-XX:TrimNativeHeapInterval)";
      case DIRECT -> "; look for buffers that are taken for a thread or a request and kept";
      case HEAP -> "; look for objects that are still referenced (a class histogram shows which)";
      case CODE -> "; classes or compiled code, which warm-up should have loaded";
      default -> "; alive or leaked outside what the JVM counts: native code, stacks, mapped files";
    };
  }

  private static String mb(long bytes) {
    return String.format(Locale.ROOT, "%.1f MB", bytes / 1e6);
  }
}
