package rebound.soak.plan;

import java.util.List;

/// How a plan compares several targets.
///
/// @param reference the target whose answers are right; all others must answer alike
/// @param rounds runs of each target, done in turn and not one after the other
/// @param startups how often each target is started to see how long that takes
/// @param variants each target in several settings; empty for one, as its file has it
public record ComparisonPlan(String reference, int rounds, int startups, List<Variant> variants) {

  /// Copies the variants; refuses two of one name.
  public ComparisonPlan {
    variants = List.copyOf(variants);
    if (variants.stream().map(Variant::name).distinct().count() < variants.size()) {
      throw new IllegalArgumentException("two variants have one name: give each its own");
    }
  }

  /// A setting in which each target runs.
  ///
  /// @param name matches `[a-z0-9-]+`; stands behind the target's own
  /// @param workers event loops or processes
  /// @param arguments appended to the target's command
  public record Variant(String name, int workers, List<String> arguments) {
    /// Copies the arguments; refuses a name that files could not carry.
    public Variant {
      arguments = List.copyOf(arguments);
      Phase.requireName("variant", name);
    }
  }
}
