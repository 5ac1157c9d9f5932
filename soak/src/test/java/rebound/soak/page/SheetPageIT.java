package rebound.soak.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import rebound.soak.chart.CeilingPlot;
import rebound.soak.chart.PerformanceMap;
import rebound.soak.chart.PerformanceMap.Place;
import rebound.soak.evidence.Verdict;
import rebound.soak.page.Sheet.Cell;
import rebound.soak.page.SheetPage.Section;

/// What a browser makes of pages that are not about one run. Skipped where Debian's chromium and
/// chromium-driver are not installed.
final class SheetPageIT {
  private static final Sheet TABLE =
      new Sheet(
          "Figures",
          List.of("target", "req/s", "trend"),
          List.of(
              row("one", 9_000.0, Arrays.asList(1.0, null, 3.0)),
              row("two", 11_000.0, List.of(2.0)),
              row("three <b>", null, List.of())));

  @TempDir private static Path folder;

  private static Path page;
  private static Browser browser;

  @BeforeAll
  static void start() throws IOException, InterruptedException {
    assumeTrue(Browser.installed(), "chromium and chromium-driver are not installed");
    page = Files.writeString(folder.resolve("report.html"), page().html());
    browser = Browser.start();
  }

  @AfterAll
  static void end() throws IOException, InterruptedException {
    if (browser != null) {
      browser.close();
    }
  }

  @ParameterizedTest
  @CsvSource({"1440,light", "1440,dark", "390,light", "390,dark"})
  void drawsEveryPlotWithoutAWordInTheConsole(int width, String scheme)
      throws IOException, InterruptedException {
    browser.open(page, width, scheme);

    assertThat(browser.run("return Number(document.documentElement.dataset.drawn)").asInt())
        .isEqualTo(2);
    assertThat(browser.blankPlots()).isZero();
    assertThat(browser.console()).isEmpty();
    assertThat(browser.run("return document.documentElement.scrollWidth").asInt())
        .as("nothing but tables scrolls sideways")
        .isLessThanOrEqualTo(width);
  }

  @Test
  void theMapTellsWhichTargetIsUnderTheCursor() throws IOException, InterruptedException {
    browser.open(page, 1440, "light");

    browser.run(
        "const p = document.querySelector('[data-free=map-ping]'); p.focus();"
            + "p.dispatchEvent(new KeyboardEvent('keydown', {key: 'End'}));");

    assertThat(browser.run("return document.getElementById('readout').textContent").asString())
        .contains("11.2k", "two, run 2", "4 ms")
        .doesNotContain("one");
  }

  @Test
  void figuresSortByTheirValueAndBarsAreAsLongAsTheirMedian()
      throws IOException, InterruptedException {
    browser.open(page, 1440, "light");

    browser.run("document.querySelector('.sheet thead th:nth-child(2) button').click();");

    assertThat(browser.run("return document.querySelector('.sheet tbody tr').innerText").asString())
        .startsWith("one");
    assertThat(
            browser
                .run(
                    "const b = [...document.querySelectorAll('.spread .bar')]"
                        + ".map(it => it.getBoundingClientRect().width);"
                        + "return Math.round(100 * b[0] / b[1]);")
                .asInt())
        .isEqualTo(82);
  }

  @Test
  void readsWithoutScripts() throws IOException, InterruptedException {
    browser.command("Emulation.setScriptExecutionDisabled", Map.of("value", true));
    try {
      browser.open(page, 390, "light");

      assertThat(browser.picture()).isNotEmpty();
      assertThat(browser.console()).isEmpty();
    } finally {
      browser.command("Emulation.setScriptExecutionDisabled", Map.of("value", false));
    }
  }

  private static SheetPage page() {
    return new SheetPage(
        "sample, compared",
        Verdict.PASS,
        "PASS: two targets",
        "is a page drawn?",
        List.of(new Fact("Comparison", "equal work.")),
        "Started now.",
        List.of("comparison.csv"),
        List.of(
            new Section(
                "map",
                "GET /ping",
                "A map.",
                List.of(
                    PerformanceMap.of(
                        "map-ping",
                        List.of(
                            target("one", 9_000, 2, List.of(new Place(8_900, 2.5))),
                            target(
                                "two",
                                11_000,
                                3,
                                List.of(new Place(11_000, 3), new Place(11_200, 4))))),
                    CeilingPlot.of(
                        Map.of(
                            "one",
                            List.of(
                                new CeilingPlot.Cell("1 ms", 64_000, 40_000),
                                new CeilingPlot.Cell("1 s", 64, 63.9))))),
                List.of(
                    new SpreadBars(
                        "Throughput",
                        "higher",
                        List.of(
                            new SpreadBars.Bar("one", 9_000, 8_900, 9_100, true),
                            new SpreadBars.Bar("two", 11_000, 10_000, 11_200, false)))),
                List.of(TABLE))),
        List.of(new Fact("cpus", "2")));
  }

  private static PerformanceMap.Target target(
      String name, double perSecond, double p99, List<Place> runs) {
    return new PerformanceMap.Target(name, new Place(perSecond, p99), runs);
  }

  private static List<Cell> row(String name, Double value, List<Double> spark) {
    return List.of(
        Cell.text(name).linked(name.replaceAll("\\W", "") + "/report.html"),
        Cell.number(value),
        Cell.line(new Spark(spark, List.of(), "from one to three")));
  }
}
