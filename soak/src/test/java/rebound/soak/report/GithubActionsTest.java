package rebound.soak.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import rebound.soak.evidence.GateRecord;
import rebound.soak.evidence.Verdict;

final class GithubActionsTest {
  @Test
  void aFailedGateIsAnErrorWithWhatWasMeasuredRequiredAndWhy() {
    List<String> lines =
        GithubActions.annotations(
            List.of(
                new GateRecord("errorCount in c64", Verdict.FAIL, "7", "at most 0", "not kept"),
                new GateRecord("ledger", Verdict.PASS, "1", "1", "")));

    assertThat(lines)
        .containsExactly(
            "::error title=FAIL%3A errorCount in c64::measured 7, required at most 0: not kept");
  }

  @Test
  void whatCannotBeDecidedIsAWarning() {
    List<String> lines =
        GithubActions.annotations(
            List.of(new GateRecord("p99", Verdict.INCONCLUSIVE, "7", "8", "too few")));

    assertThat(lines).singleElement().asString().startsWith("::warning title=INCONCLUSIVE%3A p99");
  }

  @Test
  void whatWouldBreakALineIsEscaped() {
    List<String> lines =
        GithubActions.annotations(
            List.of(new GateRecord("a, b: c", Verdict.FAIL, "5 %", "1 %", "one\r\n::warning::x")));

    assertThat(lines)
        .containsExactly(
            "::error title=FAIL%3A a%2C b%3A c::measured 5 %25, required 1 %25:"
                + " one%0D%0A::warning::x");
  }
}
