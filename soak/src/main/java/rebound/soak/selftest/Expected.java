package rebound.soak.selftest;

import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import rebound.soak.evidence.Verdict;
import rebound.soak.verdict.trend.Growth;

/// What a control has to get.
sealed interface Expected {
  /// The run gets this verdict, and the gate on this metric is one that has it.
  ///
  /// @param verdict of the run
  /// @param metric of the gate
  record OfRun(Verdict verdict, String metric) implements Expected {}

  /// The run is INVALID because the gate on this metric finds no sample.
  ///
  /// @param metric of the gate
  record Missing(String metric) implements Expected {}

  /// A metric of the soak gets one of these verdicts.
  ///
  /// @param metric as the finding names it
  /// @param verdicts that are right
  record OfGrowth(String metric, Set<Growth.Verdict> verdicts) implements Expected {
    public OfGrowth {
      verdicts = Set.copyOf(verdicts);
    }
  }

  /// Resident memory leaks, by so much for each request or connection.
  ///
  /// @param bytesEach seeded
  record Leaks(double bytesEach) implements Expected {}

  /// Memory stays, and the attribution ladder names its holder.
  ///
  /// @param holder as the waterfall names it
  record Held(String holder) implements Expected {}

  /// In a few words.
  default String words() {
    return switch (this) {
      case OfRun it -> it.verdict().label() + " by " + it.metric();
      case Missing it -> "INVALID for want of " + it.metric();
      case OfGrowth it ->
          it.metric()
              + " "
              + it.verdicts().stream()
                  .sorted()
                  .map(Growth.Verdict::name)
                  .collect(Collectors.joining(" or "));
      case Leaks it -> String.format(Locale.ROOT, "LEAK of %.1f KB each", it.bytesEach() / 1e3);
      case Held it -> "memory " + it.holder() + ", no leak";
    };
  }
}
