package rebound.soak;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/// The house: data at the bottom, doing in the middle, words on top.
@AnalyzeClasses(packages = "rebound", importOptions = ImportOption.DoNotIncludeTests.class)
class HouseTest {
  @ArchTest
  static final ArchRule THE_MEASURER_NEVER_KNOWS_THE_MEASURED =
      noClasses()
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("rebound.server..", "rebound.fakedb..");

  @ArchTest
  static final ArchRule THE_DRIVER_HAS_NO_OPINION =
      noClasses()
          .that()
          .resideInAPackage("rebound.chaos..")
          .should()
          .dependOnClassesThat()
          .resideInAPackage("rebound.soak..");

  @ArchTest
  static final ArchRule NOBODY_IMPORTS_THE_COMMAND_LINE =
      noClasses()
          .that()
          .resideOutsideOfPackage("rebound.soak.cli..")
          .should()
          .dependOnClassesThat()
          .resideInAPackage("rebound.soak.cli..");

  @ArchTest
  static final ArchRule ROOMS_HAVE_NO_CYCLES =
      slices().matching("rebound.soak.(*)..").should().beFreeOfCycles();

  @ArchTest
  static final ArchRule THE_DRIVERS_ROOMS_HAVE_NO_CYCLES =
      slices().matching("rebound.chaos.(*)..").should().beFreeOfCycles();

  @ArchTest
  static final ArchRule DATA_STANDS_AT_THE_BOTTOM =
      noClasses()
          .that()
          .resideInAnyPackage("rebound.soak.plan..", "rebound.soak.evidence..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(
              "rebound.soak.run..",
              "rebound.soak.judge..",
              "rebound.soak.report..",
              "rebound.soak.probe..",
              "rebound.soak.target..",
              "rebound.soak.journal..");

  @ArchTest
  static final ArchRule JUDGES_DO_NOT_MEASURE =
      noClasses()
          .that()
          .resideInAnyPackage("rebound.soak.verdict..", "rebound.soak.judge..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(
              "rebound.soak.probe..", "rebound.soak.run..", "rebound.soak.target..");

  @ArchTest
  static final ArchRule ONLY_THE_ROOT_ENDS_THE_PROCESS =
      noClasses()
          .that()
          .resideInAPackage("rebound.soak..")
          .and()
          .resideOutsideOfPackages("rebound.soak.cli..", "rebound.soak.selftest..")
          .should()
          .callMethod(System.class, "exit", int.class);

  @ArchTest
  static final ArchRule RECORDS_OF_EVIDENCE_ARE_RECORDS =
      classes()
          .that()
          .resideInAPackage("rebound.soak.evidence")
          .and()
          .areTopLevelClasses()
          .and()
          .doNotHaveSimpleName("package-info")
          .should()
          .beRecords()
          .orShould()
          .beEnums();
}
