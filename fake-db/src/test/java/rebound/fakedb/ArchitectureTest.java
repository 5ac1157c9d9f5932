package rebound.fakedb;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

class ArchitectureTest {
  private static final JavaClasses CLASSES =
      new ClassFileImporter()
          .withImportOption(new ImportOption.DoNotIncludeTests())
          .importPackages("rebound.fakedb");

  @Test
  void roomsDoNotGoInCircles() {
    slices().matching("rebound.fakedb.(**)").should().beFreeOfCycles().check(CLASSES);
  }

  @Test
  void theProtocolsDoNotKnowEachOther() {
    noClasses()
        .that()
        .resideInAPackage("..postgres")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("..resp")
        .check(CLASSES);
  }

  @Test
  void onlyTheProgramReadsItsCommandLineAndEndsTheProcess() {
    noClasses()
        .that()
        .doNotHaveFullyQualifiedName("rebound.fakedb.FakeDatabaseMain")
        .should()
        .callMethod(System.class, "exit", int.class)
        .orShould()
        .callMethod(System.class, "getenv", String.class)
        .orShould()
        .callMethod(System.class, "getProperty", String.class)
        .check(CLASSES);
  }

  @Test
  void nothingButTheTimerWaits() {
    noClasses()
        .that()
        .doNotHaveFullyQualifiedName("rebound.fakedb.wire.Alarm")
        .should()
        .callMethod(Thread.class, "sleep", long.class)
        .check(CLASSES);
  }
}
