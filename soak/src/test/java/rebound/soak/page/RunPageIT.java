package rebound.soak.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import rebound.soak.journal.RunFolder;
import rebound.soak.result.ResultFiles;
import rebound.soak.result.SampleRun;

/// What a browser makes of the page. Skipped where Debian's chromium and chromium-driver are not
/// installed.
final class RunPageIT {
  @TempDir private static Path runs;

  private static Path page;
  private static Path second;
  private static Browser browser;

  @BeforeAll
  static void start() throws IOException, InterruptedException {
    assumeTrue(Browser.installed(), "chromium and chromium-driver are not installed");
    page = written(SampleRun.write(runs, "one", 1, SampleRun.WHOLE));
    second =
        written(SampleRun.write(runs, "two", 0.001, List.of(new SampleRun.Part("c64", "load", 1))));
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

    assertThat(drawnPlots())
        .isEqualTo(browser.run("return document.querySelectorAll('.plot').length").asInt());
    assertThat(browser.blankPlots()).isZero();
    assertThat(browser.console()).isEmpty();
    assertThat(browser.run("return document.documentElement.scrollWidth").asInt())
        .as("nothing but tables scrolls sideways")
        .isLessThanOrEqualTo(width);
  }

  @Test
  void schemesDiffer() throws IOException, InterruptedException {
    String background = "return getComputedStyle(document.body).backgroundColor";
    browser.open(page, 1440, "light");
    String light = browser.run(background).asString();
    browser.open(page, 1440, "dark");

    assertThat(browser.run(background).asString()).isNotEqualTo(light);
  }

  @Test
  void oneSampleIsDrawn() throws IOException, InterruptedException {
    browser.open(second, 1440, "light");

    assertThat(drawnPlots()).isPositive();
    assertThat(browser.blankPlots()).isZero();
    assertThat(browser.console()).isEmpty();
  }

  @Test
  void theCursorIsInAllPlotsOfTheTimeline() throws IOException, InterruptedException {
    browser.open(page, 1440, "light");

    browser.run(
        "const p = document.querySelector('[data-timeline=rate]'); p.focus();"
            + "for (let i = 0; i < 12; i++)"
            + " p.dispatchEvent(new KeyboardEvent('keydown', {key: 'ArrowRight'}));");

    assertThat(
            browser
                .run(
                    "return [...document.querySelectorAll('[data-timeline]')]"
                        + ".filter(p => p.uplot.cursor.idx !== 11).length")
                .asInt())
        .isZero();
    assertThat(browser.run("return document.getElementById('readout').textContent").asString())
        .contains("0:11", "64 connections", "good");
  }

  @Test
  void theCursorTellsWhichFaultIsInForce() throws IOException, InterruptedException {
    browser.open(page, 1440, "light");

    browser.run(
        "const p = document.querySelector('[data-timeline=rate]'); p.focus();"
            + "for (let i = 0; i < 17; i++)"
            + " p.dispatchEvent(new KeyboardEvent('keydown', {key: 'ArrowRight'}));");

    assertThat(browser.run("return document.getElementById('readout').textContent").asString())
        .contains("0:16", "fault: latency of 100 ms");
  }

  @Test
  void aZoomIsInAllPlotsOfTheTimelineAndEscapeEndsIt() throws IOException, InterruptedException {
    browser.open(page, 1440, "light");
    String widest =
        "return Math.max(...[...document.querySelectorAll('[data-timeline]')]"
            + ".map(p => p.uplot.scales.x.max))";
    double whole = browser.run(widest).asDouble();

    browser.run(
        "document.querySelector('[data-timeline=rate]').uplot.setScale('x', {min: 5, max: 9});");
    assertThat(browser.run(widest).asDouble()).isEqualTo(9);

    browser.run(
        "document.querySelector('[data-timeline=rate]')"
            + ".dispatchEvent(new KeyboardEvent('keydown', {key: 'Escape'}));");
    assertThat(browser.run(widest).asDouble()).isEqualTo(whole);
  }

  @Test
  void tablesSortAndComeBackToTheirOrder() throws IOException, InterruptedException {
    browser.open(page, 1440, "light");
    String first =
        "return document.querySelector('[aria-label=\"Table of phases\"] tbody tr').cells[0]"
            + ".textContent.trim()";
    String press =
        "document.querySelector('[aria-label=\"Table of phases\"] thead th:first-child button')"
            + ".click();";

    browser.run(press);
    assertThat(browser.run(first).asString()).isEqualTo("1");
    browser.run(press);
    assertThat(browser.run(first).asString()).isEqualTo("6");
    browser.run(press);
    assertThat(browser.run(first).asString()).isEqualTo("1");
  }

  @Test
  void withoutScriptsTheTablesAreThereAndThePlotsAreNot() throws IOException, InterruptedException {
    browser.command("Emulation.setScriptExecutionDisabled", Map.of("value", true));
    try {
      browser.open(page, 1440, "light");

      assertThat(browser.picture()).isNotEmpty();
      assertThat(browser.console()).isEmpty();
    } finally {
      browser.command("Emulation.setScriptExecutionDisabled", Map.of("value", false));
    }
  }

  private static Path written(RunFolder folder) throws IOException {
    ResultFiles.write(folder);
    return folder.file("report.html");
  }

  private static int drawnPlots() throws IOException, InterruptedException {
    return browser.run("return Number(document.documentElement.dataset.drawn)").asInt();
  }
}
