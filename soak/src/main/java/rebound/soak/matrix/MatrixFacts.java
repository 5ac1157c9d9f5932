package rebound.soak.matrix;

import java.util.List;
import rebound.soak.plan.MatrixVariant;

/// What was asked of a matrix, kept beside its runs.
///
/// @param plan the plan's name
/// @param target the target's name
/// @param startedAt UTC, ISO 8601
/// @param variants in their order
public record MatrixFacts(
    String plan, String target, String startedAt, List<VariantFacts> variants) {
  /// Copies the list.
  public MatrixFacts {
    variants = List.copyOf(variants);
  }

  /// A variant.
  ///
  /// @param name its name, which its run's target has
  /// @param settings its options and arguments, as a command line has them
  /// @param mustFail true where memory that came back would be wrong
  public record VariantFacts(String name, String settings, boolean mustFail) {
    static VariantFacts of(MatrixVariant variant) {
      String java = String.join(" ", variant.java());
      String arguments = String.join(" ", variant.arguments());
      return new VariantFacts(variant.name(), (java + " " + arguments).strip(), variant.mustFail());
    }
  }
}
