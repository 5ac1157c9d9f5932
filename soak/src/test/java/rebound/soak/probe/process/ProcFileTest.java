package rebound.soak.probe.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import rebound.soak.evidence.sample.Reading;

class ProcFileTest {
  private static final Path FILE = Path.of("/proc/7/status");

  @Test
  void kilobytesAreGivenAsBytes() {
    String text = "VmRSSx:\t1 kB\nVmRSS:\t    1760 kB\nThreads:\t3\n";

    assertThat(ProcFile.keyed(FILE, text, "VmRSS")).isEqualTo(Reading.of(1760 * 1024));
    assertThat(ProcFile.keyed(FILE, text, "Threads")).isEqualTo(Reading.of(3));
  }

  @Test
  void keysWithoutAColonAreFoundWhole() {
    String text = "file_mapped 9\nfile 5\n";

    assertThat(ProcFile.keyed(FILE, text, "file")).isEqualTo(Reading.of(5));
  }

  @Test
  void whatIsMissingSaysWhichFileAndWhat() {
    assertThat(ProcFile.keyed(FILE, "a: 1", "VmRSS"))
        .isEqualTo(Reading.unreadable("/proc/7/status: has no line VmRSS"));
    assertThat(ProcFile.word(FILE, "1 2", 5, 1))
        .isEqualTo(Reading.unreadable("/proc/7/status: has no field 6"));
    assertThat(ProcFile.word(FILE, "max", 0, 1).json().toString()).contains("'max'");
    assertThat(ProcFile.unreadable(FILE, new NoSuchFileException("x")))
        .isEqualTo(Reading.unreadable("/proc/7/status: no such file"));
    assertThat(ProcFile.unreadable(FILE, new IOException("Permission denied")))
        .isEqualTo(Reading.unreadable("/proc/7/status: Permission denied"));
  }
}
