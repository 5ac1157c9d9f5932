package rebound.soak.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import rebound.soak.experiment.CapacityExperiment;
import rebound.soak.experiment.OverloadExperiment;
import rebound.soak.experiment.Stage;
import rebound.soak.experiment.SurfaceExperiment;
import rebound.soak.journal.RunFolder;
import rebound.soak.overload.StagedServer;
import rebound.soak.plan.CapacityPlan;
import rebound.soak.plan.ExperimentPlan;
import rebound.soak.plan.OverloadPlan;
import rebound.soak.plan.SurfacePlan;
import rebound.soak.planfile.PlanLibrary;
import rebound.soak.planfile.PlanReader;
import rebound.soak.result.ResultFiles;
import rebound.soak.result.SampleRun;
import rebound.soak.series.SeriesFacts.Kind;
import rebound.soak.series.SeriesFacts.Side;
import rebound.soak.series.SeriesFiles;
import rebound.soak.series.SeriesFolder;
import rebound.soak.series.TrendFiles;

/// What a browser makes of the pages that are made of many loads or many runs. Skipped where
/// Debian's chromium and chromium-driver are not installed.
final class EveryPageIT {
  private static final List<SampleRun.Part> PARTS =
      List.of(
          new SampleRun.Part("warm-up", "warm-up", 2),
          new SampleRun.Part("rest-warm", "rest", 3),
          new SampleRun.Part("c64", "load", 3),
          new SampleRun.Part("rest", "rest", 3));

  @TempDir private static Path runs;

  private static final Map<String, Path> PAGES = new LinkedHashMap<>();
  private static Browser browser;

  @BeforeAll
  static void start() throws IOException, InterruptedException {
    assumeTrue(Browser.installed(), "chromium and chromium-driver are not installed");
    for (String plan : List.of("overload", "surface", "capacity")) {
      PAGES.put(plan, experiment(plan));
    }
    PAGES.put("repeats", series(Kind.REPEATS));
    PAGES.put("ab", series(Kind.AB));
    PAGES.put("trend", trend());
    browser = Browser.start();
  }

  @AfterAll
  static void end() throws IOException, InterruptedException {
    if (browser != null) {
      browser.close();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"overload", "surface", "capacity", "repeats", "ab", "trend"})
  void isDrawnOnEveryScreen(String name) throws IOException, InterruptedException {
    for (int width : new int[] {1440, 390}) {
      for (String scheme : List.of("light", "dark")) {
        browser.open(PAGES.get(name), width, scheme);

        int plots = count(".plot");
        if (plots > 0) {
          assertThat(browser.run("return Number(document.documentElement.dataset.drawn)").asInt())
              .isEqualTo(plots);
        }
        assertThat(browser.blankPlots()).isZero();
        assertThat(browser.console()).isEmpty();
        assertThat(browser.run("return document.documentElement.scrollWidth").asInt())
            .as("nothing but tables scrolls sideways at %d", width)
            .isLessThanOrEqualTo(width);
      }
    }
  }

  @Test
  void theMapOfAGridFitsItsColumnsUnderTheirHeads() throws IOException, InterruptedException {
    browser.open(PAGES.get("surface"), 390, "light");

    assertThat(count(".heat tbody td")).isEqualTo(35);
    assertThat(
            browser
                .run(
                    "const r = e => e.getBoundingClientRect().right;"
                        + "const h = [...document.querySelectorAll('.heat thead th')];"
                        + "const c = [...document.querySelectorAll('.heat tbody tr')[0].children];"
                        + "return h.filter((e, i) => Math.abs(r(e) - r(c[i])) > 1"
                        + " || i > 0 && getComputedStyle(e).textAlign !== 'right').length")
                .asInt())
        .as("heads that do not stand over their figures")
        .isZero();
  }

  @Test
  void theAnswerComesBeforeThePhases() throws IOException, InterruptedException {
    for (String name : List.of("overload", "surface", "capacity")) {
      browser.open(PAGES.get(name), 1440, "light");

      assertThat(
              browser
                  .run("return [...document.querySelectorAll('h2')].slice(0, 3).map(h => h.id)")
                  .valueStream()
                  .map(it -> it.asString()))
          .containsExactly("gates", name, "phases");
    }
  }

  @Test
  void goodputHasThePlotOfAnOverloadToItself() throws IOException, InterruptedException {
    browser.open(PAGES.get("overload"), 1440, "light");

    // The capacity is 1,000/s, and the refused load goes to 10,000/s.
    assertThat(
            browser
                .run("return document.querySelector('[data-free=overload]').uplot.scales.y.max")
                .asDouble())
        .isLessThan(1_400);
  }

  private static int count(String what) throws IOException, InterruptedException {
    return browser.run("return document.querySelectorAll('" + what + "').length").asInt();
  }

  private static Path experiment(String name) throws IOException, InterruptedException {
    StagedServer server = new StagedServer(true, true);
    perform(PlanReader.read(PlanLibrary.find(name)).experiment().orElseThrow(), server);
    RunFolder folder = SampleRun.of(runs, name, PlanLibrary.find(name).write(), server.events());
    ResultFiles.write(folder);
    return folder.file("report.html");
  }

  private static void perform(ExperimentPlan plan, Stage stage)
      throws IOException, InterruptedException {
    switch (plan) {
      case OverloadPlan overload -> new OverloadExperiment(overload, 7, false, stage).run();
      case SurfacePlan surface -> new SurfaceExperiment(surface, 7, false, stage).run();
      case CapacityPlan capacity -> new CapacityExperiment(capacity, 7, 1, stage).run();
    }
  }

  private static Path series(Kind kind) throws IOException {
    SeriesFolder series =
        SeriesFolder.create(
            runs,
            kind,
            "sample",
            7,
            """
            plan: sample
            answers: how much does it vary?
            target: tiny
            phases: [{name: rest, kind: rest, duration: 1s}]
            """);
    for (int block = 1; block <= 6; block++) {
      double speed = 1 + 0.02 * block;
      if (kind == Kind.REPEATS) {
        series.add(block, Side.RUN, SampleRun.write(series.runs(), "tiny", speed, PARTS));
      } else {
        series.add(block, Side.BASE, SampleRun.write(series.runs(), "old", speed, PARTS));
        series.add(block, Side.CANDIDATE, SampleRun.write(series.runs(), "new", speed / 2, PARTS));
      }
    }
    SeriesFiles.write(series);
    return series.folder().file("report.html");
  }

  private static Path trend() throws IOException {
    Path folder = runs.resolve("trend");
    for (int i = 0; i < 12; i++) {
      SampleRun.write(folder, "tiny", i < 6 ? 1 : 1.5, PARTS);
    }
    TrendFiles.write(folder);
    return folder.resolve("trend.html");
  }
}
