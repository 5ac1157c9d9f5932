package rebound.soak.attach;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import rebound.soak.planfile.UsageException;
import rebound.soak.probe.target.CgroupSource;

/// Neither systemd nor a container engine runs where these tests do: folders and scripts that
/// answer as they would stand for them.
final class LookupTest {
  private static final String ID =
      "4f1c2a9b7d3e5f60718293a4b5c6d7e8f90123456789abcdef0123456789abcd";

  @TempDir private Path folder;
  private Path programs;
  private Lookup lookup;

  @BeforeEach
  void prepare() throws IOException {
    programs = Files.createDirectories(folder.resolve("bin"));
    // The scripts need the machine's own echo and no more.
    lookup =
        new Lookup(
            new ControlGroups(folder.resolve("cgroup"), folder.resolve("proc")),
            programs.toString());
  }

  private void program(String name, String body) throws IOException {
    Path file = programs.resolve(name);
    Files.writeString(file, "#!/bin/sh\n" + body + "\n");
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  private Path group(String path, String file, String... processes) throws IOException {
    Path group = Files.createDirectories(folder.resolve("cgroup").resolve(path));
    Files.writeString(group.resolve(file), "104857600\n");
    Files.writeString(
        group.resolve("memory.stat"),
        "anon 73400320\nfile 1\nshmem 0\nfile_mapped 2097152\ninactive_file 0\n");
    Files.writeString(group.resolve("cgroup.procs"), String.join("\n", processes) + "\n");
    return group;
  }

  private void process(long pid, long parent) throws IOException {
    Path directory = Files.createDirectories(folder.resolve("proc/" + pid));
    Files.writeString(directory.resolve("stat"), pid + " (a (b) c) S " + parent + " 1 1 0 -1");
  }

  @Test
  void aUnitIsItsMainProcessAndItsControlGroup() throws Exception {
    Path group = group("system.slice/shop.service", "memory.current", "300", "301");
    program(
        "systemctl",
        "[ \"$1 $4\" = \"show shop.service\" ] || exit 9\n"
            + "echo MainPID=300; echo ControlGroup=/system.slice/shop.service;"
            + " echo ActiveState=active");

    Found found = lookup.systemd("shop.service");

    assertThat(found).isEqualTo(new Found(OptionalLong.of(300), Optional.of(group)));
    assertThat(CgroupSource.at(group).sample().residentBytes().amount()).hasValue(75497472);
  }

  @Test
  void aUnitThatDoesNotRunIsRefusedWithTheRemedy() throws IOException {
    program("systemctl", "echo MainPID=0; echo ControlGroup=; echo ActiveState=inactive");

    assertThatThrownBy(() -> lookup.systemd("shop.service"))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("inactive")
        .hasMessageContaining("systemctl start shop.service");
  }

  @Test
  void withoutSystemdTheMessageNamesTheOtherWays() {
    assertThatThrownBy(() -> lookup.systemd("shop.service"))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("systemctl")
        .hasMessageContaining("--pid and --memory");
  }

  @Test
  void aContainerIsFoundByItsIdInEveryUsualPlace() throws Exception {
    for (String place :
        new String[] {
          "system.slice/docker-" + ID + ".scope",
          "machine.slice/libpod-" + ID + ".scope",
          "kubepods.slice/kubepods-besteffort.slice/kubepods-pod1.slice/cri-containerd-"
              + ID
              + ".scope"
        }) {
      folder = Files.createTempDirectory(folder, "place");
      lookup =
          new Lookup(
              new ControlGroups(folder.resolve("cgroup"), folder.resolve("proc")),
              programs.toString());
      Path group = group(place, "memory.current", "40", "41", "42");
      process(40, 7);
      process(41, 40);
      process(42, 41);

      assertThat(lookup.container(ID.substring(0, 12)))
          .isEqualTo(new Found(OptionalLong.of(40), Optional.of(group)));
    }
  }

  @Test
  void theFirstVersionsMemoryHierarchyIsSearched() throws Exception {
    Path group = group("memory/docker/" + ID, "memory.usage_in_bytes", "40");
    group("cpu/docker/" + ID, "cpu.shares");
    process(40, 7);

    assertThat(lookup.container(ID)).isEqualTo(new Found(OptionalLong.of(40), Optional.of(group)));
  }

  @Test
  void aNameIsAskedOfTheEngine() throws Exception {
    Path group = group("system.slice/docker-" + ID + ".scope", "memory.current", "55");
    program("docker", "[ \"$1 $5\" = \"inspect shop\" ] && echo " + ID + " 55");

    assertThat(lookup.container("shop"))
        .isEqualTo(new Found(OptionalLong.of(55), Optional.of(group)));
  }

  @Test
  void aContainerThatNobodyKnowsIsRefusedWithTheRemedy() {
    assertThatThrownBy(() -> lookup.container("shop"))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("--memory cgroup:PATH");
  }

  @Test
  void aServiceOfComposeIsItsOneContainer() throws Exception {
    Path group = group("system.slice/docker-" + ID + ".scope", "memory.current", "55");
    process(55, 1);
    program("docker", "[ \"$1 $2 $3 $4\" = \"compose ps --quiet web\" ] && echo " + ID);

    assertThat(lookup.compose("web")).isEqualTo(new Found(OptionalLong.of(55), Optional.of(group)));
  }

  @Test
  void severalContainersOfAServiceAreRefused() throws IOException {
    program("docker", "echo " + ID + "; echo " + ID.replace('4', '5'));

    assertThatThrownBy(() -> lookup.compose("web"))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("2 running containers")
        .hasMessageContaining("--container " + ID);
  }
}
