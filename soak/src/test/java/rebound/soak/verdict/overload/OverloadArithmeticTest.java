package rebound.soak.verdict.overload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.IntToDoubleFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OverloadArithmeticTest {
  // The table of METHODOLOGY 2.3.
  @ParameterizedTest
  @CsvSource({
    "0.02, .99, .98, .96, .92, .82",
    "0.05, .97, .95, .89, .79, .53",
    "0.10, .94, .89, .78, .56, 0",
    "0.15, .91, .82, .65, .29, 0"
  })
  void theAttainableCurveIsThatOfTheBook(
      double ratio, double at1, double at2, double at3, double at5, double at10) {
    Attainable curve =
        new Attainable(400, Optional.of(new RequestCost(0.005, 0.005 * ratio)), 2, true);

    assertThat(curve.fraction(0.5)).isCloseTo(0.5, within(1e-9));
    assertThat(curve.fraction(1)).isEqualTo(1);
    assertThat(curve.fraction(1.5)).isCloseTo(at1, within(0.0051));
    assertThat(curve.fraction(2)).isCloseTo(at2, within(0.0051));
    assertThat(curve.fraction(3)).isCloseTo(at3, within(0.0051));
    assertThat(curve.fraction(5)).isCloseTo(at5, within(0.0051));
    assertThat(curve.fraction(10)).isCloseTo(at10, within(0.0051));
    assertThat(curve.fraction(1 / ratio)).as("collapse").isCloseTo(0, within(1e-9));
  }

  @Test
  void behindADependencyGoodputStaysUntilRefusalsUseUpTheProcessors() {
    // 1,000/s at 100 µs use a tenth of one core; refusals cost 20 µs.
    Attainable curve = new Attainable(1_000, Optional.of(new RequestCost(1e-4, 2e-5)), 1, false);

    assertThat(curve.fraction(10)).isEqualTo(1);
    assertThat(curve.fraction(46)).isCloseTo(1, within(1e-9));
    assertThat(curve.fraction(48)).isCloseTo(0.5, within(1e-9));
    assertThat(curve.fraction(60)).isZero();
  }

  @Test
  void withoutARefusalTheCurveIsFlat() {
    Attainable curve = new Attainable(1_000, Optional.empty(), 1, true);

    assertThat(curve.fraction(10)).isEqualTo(1);
    assertThatThrownBy(() -> new Attainable(0, Optional.empty(), 1, true))
        .hasMessageContaining("nothing was served");
  }

  @Test
  void costsAreToldApartByTheirMixture() {
    List<RequestCost.Stretch> stretches =
        List.of(
            stretch(5_000, 0), stretch(10_000, 0), stretch(10_000, 10_000), stretch(9_000, 90_000));
    RequestCost cost = RequestCost.of(stretches).orElseThrow();

    assertThat(cost.servedSeconds()).isCloseTo(120e-6, within(1e-9));
    assertThat(cost.rejectedSeconds()).isCloseTo(18e-6, within(1e-9));
    assertThat(cost.ratio()).isCloseTo(0.15, within(1e-6));
    assertThat(RequestCost.of(stretches.subList(0, 2))).as("nothing was refused").isEmpty();
    assertThat(RequestCost.of(List.of())).isEmpty();
  }

  @Test
  void aRefusalIsNeverCheaperThanNothing() {
    RequestCost cost =
        RequestCost.of(
                List.of(
                    new RequestCost.Stretch(1.0, 10_000, 0),
                    new RequestCost.Stretch(0.9, 10_000, 10_000)))
            .orElseThrow();

    assertThat(cost.rejectedSeconds()).isZero();
    assertThat(cost.servedSeconds()).isCloseTo(95e-6, within(1e-9));
  }

  private static RequestCost.Stretch stretch(double served, double rejected) {
    return new RequestCost.Stretch(120e-6 * served + 18e-6 * rejected, served, rejected);
  }

  @Test
  void goodputHasSettledAtTheFirstOfFiveGoodWindows() {
    List<Convergence.Window> windows = windows(20, s -> s < 3 ? 400 : 1_000, s -> s == 3 ? 20 : 0);

    assertThat(Convergence.steadyPerSecond(windows)).isEqualTo(1_000);
    // Window 3 has its goodput, and 2 % of it late.
    assertThat(Convergence.seconds(windows)).hasValue(4);
    assertThat(Convergence.seconds(windows(20, s -> s % 4 == 0 ? 100 : 1_000, _ -> 0))).isEmpty();
    assertThat(Convergence.seconds(windows(20, _ -> 0, _ -> 0))).as("at nothing").isEmpty();
    assertThat(Convergence.seconds(windows(4, _ -> 1_000, _ -> 0))).as("too few").isEmpty();
  }

  private static List<Convergence.Window> windows(
      int count, IntToDoubleFunction good, IntToDoubleFunction late) {
    List<Convergence.Window> windows = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      windows.add(
          new Convergence.Window(i, good.applyAsDouble(i), 1_000, (long) late.applyAsDouble(i)));
    }
    return windows;
  }
}
