package rebound.soak.planfile;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import rebound.soak.plan.ComparisonPlan;
import rebound.soak.plan.ComparisonPlan.Variant;

/// Reads what a plan says of comparing targets.
final class ComparisonReader {
  private static final int MOST_ROUNDS = 100;
  private static final int MOST_WORKERS = 1_024;

  private ComparisonReader() {}

  static Optional<ComparisonPlan> read(Section root) {
    Section section = root.section("comparison");
    if (section == null) {
      return Optional.empty();
    }
    String reference = section.text("reference", "coroutine");
    int rounds = section.whole("rounds", 2, 1, MOST_ROUNDS);
    int startups = section.whole("startups", 5, 1, MOST_ROUNDS);
    List<Variant> variants = new ArrayList<>();
    for (Section below : section.sections("variants")) {
      variant(below).ifPresent(variants::add);
    }
    section.done();
    return section.build(
        Optional.empty(),
        () -> Optional.of(new ComparisonPlan(reference, rounds, startups, variants)));
  }

  private static Optional<Variant> variant(Section section) {
    String name = section.required("name");
    int workers = section.whole("workers", 1, 1, MOST_WORKERS);
    List<String> arguments = section.texts("arguments");
    section.done();
    return section.build(
        Optional.empty(), () -> Optional.of(new Variant(name, workers, arguments)));
  }
}
