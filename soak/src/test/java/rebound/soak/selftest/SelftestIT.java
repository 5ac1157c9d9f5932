package rebound.soak.selftest;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import rebound.soak.run.Interruption;
import rebound.soak.target.Home;

/// The quickest of the controls; all of them run with `rebound selftest`.
class SelftestIT {
  @TempDir Path runs;

  @Test
  void aHangATrimmedHeapAndAMissingFigureGetTheirVerdicts() throws Exception {
    Home home =
        new Home(
            Path.of("..").toAbsolutePath().normalize(),
            Path.of(System.getProperty("java.home"), "bin", "java"),
            System.getenv("PATH"));
    Set<String> wanted = Set.of("hang", "allocator-retention", "empty-metric");
    List<String> heard = new ArrayList<>();

    List<Found> found =
        new Selftest(home, runs, 60, new Interruption())
            .run(wanted::contains, it -> heard.add(it.control()));

    assertThat(found).hasSize(3).allMatch(Found::right);
    assertThat(heard).containsExactlyElementsOf(found.stream().map(Found::control).toList());
  }
}
