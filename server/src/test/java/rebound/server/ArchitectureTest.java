package rebound.server;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import io.undertow.server.HttpHandler;
import io.undertow.server.HttpServerExchange;
import io.undertow.server.handlers.HostHeaderHandler;
import org.junit.jupiter.api.Test;

/// The rooms' edges, and what may never run on a loop.
final class ArchitectureTest {
  private final JavaClasses classes =
      new ClassFileImporter()
          .withImportOption(new ImportOption.DoNotIncludeTests())
          .importPackages("rebound.server");

  @Test
  void roomsFormNoCycles() {
    slices().matching("rebound.server.(*)..").should().beFreeOfCycles().check(classes);
  }

  @Test
  void nobodyImportsTheMeasurer() {
    noClasses()
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("rebound.chaos..", "rebound.soak..", "rebound.fakedb..")
        .check(classes);
  }

  /// What Undertow does with each Host was done by the guard before.
  @Test
  void undertowChecksNoHostAgain() {
    HttpHandler handler = exchange -> {};

    assertThat(HostHeaderHandler.WRAPPER.wrap(handler)).isSameAs(handler);
  }

  /// The jar comes before XNIO's on the class path, so its class is ours.
  @Test
  void xnioFindsNoServerForManagementBeans() throws ClassNotFoundException {
    Class<?> holder =
        Class.forName("org.xnio.Xnio$MBeanHolder", false, Server.class.getClassLoader());

    assertThat(holder.getProtectionDomain().getCodeSource().getLocation())
        .isEqualTo(Server.class.getProtectionDomain().getCodeSource().getLocation());
  }

  @Test
  void requestsNeverUseBlockingStreams() {
    for (String method : new String[] {"startBlocking", "getInputStream", "getOutputStream"}) {
      noClasses()
          .should()
          .callMethod(HttpServerExchange.class, method)
          .because("it holds two file descriptors a request until a collection")
          .check(classes);
    }
  }

  @Test
  void onlyTheRoomsBesideTheLoopsReadFilesOrSleep() {
    noClasses()
        .that()
        .resideInAnyPackage(
            "rebound.server.routes..",
            "rebound.server.wire..",
            "rebound.server.guard..",
            "rebound.server.todo..",
            "rebound.server.database..",
            "rebound.server.overload..")
        .should()
        .dependOnClassesThat()
        .haveFullyQualifiedName("java.nio.file.Files")
        .orShould()
        .callMethod(Thread.class, "sleep", long.class)
        .check(classes);
  }
}
