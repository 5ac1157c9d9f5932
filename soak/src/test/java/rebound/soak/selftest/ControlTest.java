package rebound.soak.selftest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.syntax.ArchRuleDefinition;
import java.nio.file.Path;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import rebound.soak.planfile.PlanReader;
import rebound.soak.planfile.YamlFile;
import rebound.soak.run.Interruption;
import rebound.soak.selftest.server.Fault;
import rebound.soak.target.Home;

class ControlTest {
  @Test
  void everyPlanCanBeReadAtEachScale() {
    for (double scale : new double[] {1, 7.5, 60}) {
      for (Control control : Control.all(scale)) {
        if (!control.plan().isEmpty()) {
          var plan = PlanReader.read(YamlFile.parse(control.name(), control.plan()));
          assertThat(plan.name()).isEqualTo("selftest-" + control.name());
        }
      }
    }
  }

  @Test
  void everyFaultHasAControlThatNamesIt() {
    Set<Fault> faults = Control.all(60).stream().map(Control::fault).collect(Collectors.toSet());

    assertThat(faults).containsExactlyInAnyOrder(Fault.values());
  }

  @Test
  void aFaultyServerImportsNothingOfTheMeasurer() {
    var classes =
        new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages("rebound.soak.selftest.server");

    ArchRuleDefinition.noClasses()
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(
            "rebound.chaos..",
            "rebound.soak.selftest",
            "rebound.soak.run..",
            "rebound.soak.probe..")
        .check(classes);
  }

  @Test
  void aScaleThatMakesNoSenseIsRefused() {
    Home home = new Home(Path.of("."), Path.of("java"), "");

    assertThatThrownBy(() -> new Selftest(home, Path.of("."), 0.5, new Interruption()))
        .hasMessageContaining("scale is 0.5");
  }
}
