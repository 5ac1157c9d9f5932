package rebound.soak.verdict.overload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The reference shapes of METHODOLOGY 2.3 come out of the mock server: goodput over capacity
/// within 0.06, and within 0.10 for the limit of 60, whose queueing time is so near the deadline
/// that the book calls it fragile. At capacity itself an unbounded queue depends on how long one
/// looks, and stands in no test.
class PolicyTest {
  private static final double[] MULTIPLES = {0.8, 1.5, 2, 5, 10};
  private static final double SECONDS = 60;

  @ParameterizedTest
  @CsvSource({
    "FIFO, .80, 0, 0, 0, 0, 0.06",
    "DROP_EXPIRED, .80, .50, .35, .11, .05, 0.06",
    "LIMIT_8, .76, .97, .97, .88, .75, 0.06",
    "LIMIT_60, .80, 1.0, .99, .74, .40, 0.10",
    "CODEL, .78, .99, .97, .88, .73, 0.06"
  })
  void theReferenceShapesComeOut(
      PolicyMock.Policy policy,
      double at08,
      double at15,
      double at2,
      double at5,
      double at10,
      double tolerance) {
    double[] book = {at08, at15, at2, at5, at10};
    for (int i = 0; i < book.length; i++) {
      assertThat(PolicyMock.run(policy, MULTIPLES[i], SECONDS, 1).fraction())
          .as("%s at %.1f times capacity", policy, MULTIPLES[i])
          .isCloseTo(book[i], within(tolerance));
    }
  }

  // p99 of good answers, in milliseconds, at twice capacity.
  @ParameterizedTest
  @CsvSource({"LIMIT_8, 43, 5", "LIMIT_60, 190, 10", "CODEL, 106, 25"})
  void soDoTheTimesOfGoodAnswers(PolicyMock.Policy policy, double book, double tolerance) {
    assertThat(PolicyMock.run(policy, 2, SECONDS, 1).goodP99Millis())
        .isCloseTo(book, within(tolerance));
  }

  // What nobody can beat is what a good policy comes near to.
  @ParameterizedTest
  @CsvSource({"2", "5", "10"})
  void noPolicyBeatsTheAttainable(double multiple) {
    Attainable ideal =
        new Attainable(PolicyMock.CAPACITY, Optional.of(new RequestCost(0.005, 0.00015)), 2, true);
    for (PolicyMock.Policy policy : PolicyMock.Policy.values()) {
      assertThat(PolicyMock.run(policy, multiple, SECONDS, 3).fraction())
          .as("%s at %.0f times capacity", policy, multiple)
          .isLessThanOrEqualTo(1.02 * ideal.fraction(multiple));
    }
    assertThat(PolicyMock.run(PolicyMock.Policy.CODEL, multiple, SECONDS, 3).fraction())
        .isGreaterThan(0.95 * ideal.fraction(multiple));
  }
}
