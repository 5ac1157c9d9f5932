package rebound.server.database;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import org.junit.jupiter.api.Test;

/// When an answer is due.
final class DatabaseConnectionTest {
  private static final long SECOND = 1_000_000_000L;

  private final DatabaseConnection connection =
      new DatabaseConnection(null, null, ByteBuffer.allocate(1));

  @Test
  void aPlannedDelayIsNoSilence() {
    connection.add(new Call(Commands.delay("60000"), Long.MAX_VALUE, 60 * SECOND), 0);
    assertThat(connection.overdueNanos(59 * SECOND)).isNegative();
    assertThat(connection.overdueNanos(95 * SECOND)).isEqualTo(35 * SECOND);
  }

  @Test
  void aCallWithoutOneIsDueAtOnce() {
    connection.add(new Call(Commands.get("a"), Long.MAX_VALUE, 0), 0);
    assertThat(connection.overdueNanos(31 * SECOND)).isEqualTo(31 * SECOND);
  }

  @Test
  void nothingIsDueWhereNothingWasAsked() {
    assertThat(connection.overdueNanos(Long.MAX_VALUE)).isNegative();
  }
}
