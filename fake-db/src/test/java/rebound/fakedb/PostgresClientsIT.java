package rebound.fakedb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.io.IOException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.postgresql.util.PSQLException;

class PostgresClientsIT {
  private static Running running;

  @BeforeAll
  static void start() throws IOException {
    running =
        Running.configured(
            """
            latency: 1ms
            rules:
              - match: FROM orders
                columns: ["id:int8", "total:float8", "paid:bool", "at:timestamptz", note]
                rows:
                  - [1, 9.5, t, "2026-01-02 03:04:05.000006+00", first]
                  - [2, 0.25, f, "1999-12-31 23:59:59.000000+00", null]
                  - [3, -1, f, "2026-01-02 03:04:05.000006+00", third]
              - {match: deadlock, error: {code: "40P01", message: deadlock detected}}
            """);
  }

  @AfterAll
  static void stop() {
    running.close();
  }

  private static String url(Running to, String options) {
    return "jdbc:postgresql://127.0.0.1:" + to.postgres() + "/shop?user=app&" + options;
  }

  private static Connection connect(String options) throws SQLException {
    return DriverManager.getConnection(url(running, options));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "preferQueryMode=simple",
        "preferQueryMode=extended",
        "prepareThreshold=1",
        "prepareThreshold=-1",
        "binaryTransfer=false"
      })
  void pgjdbcReadsRowsInEachOfItsModes(String mode) throws SQLException {
    try (Connection connection = connect(mode);
        PreparedStatement statement =
            connection.prepareStatement("SELECT * FROM orders WHERE a = ? AND b = ?")) {
      for (int i = 0; i < 8; i++) {
        statement.setInt(1, i);
        statement.setString(2, "x'y");
        try (ResultSet rows = statement.executeQuery()) {
          assertThat(rows.next()).isTrue();
          assertThat(rows.getLong("id")).isEqualTo(1);
          assertThat(rows.getDouble("total")).isEqualTo(9.5);
          assertThat(rows.getBoolean("paid")).isTrue();
          assertThat(rows.getTimestamp("at").toInstant()).isEqualTo("2026-01-02T03:04:05.000006Z");
          assertThat(rows.next()).isTrue();
          assertThat(rows.getString("note")).isNull();
          assertThat(rows.getTimestamp("at").toInstant()).isEqualTo("1999-12-31T23:59:59Z");
          assertThat(rows.next()).isTrue();
          assertThat(rows.next()).isFalse();
        }
      }
    }
  }

  @Test
  void parametersComeBackInBothEncodings() throws SQLException {
    try (Connection connection = connect("prepareThreshold=1");
        PreparedStatement statement =
            connection.prepareStatement("SELECT ?::int8 AS a, ?::text AS b, ?::float8 AS c")) {
      for (int i = 0; i < 4; i++) {
        statement.setLong(1, 1L << 40);
        statement.setString(2, "ü");
        statement.setDouble(3, -2.5);
        try (ResultSet rows = statement.executeQuery()) {
          assertThat(rows.next()).isTrue();
          assertThat(rows.getLong(1)).isEqualTo(1L << 40);
          assertThat(rows.getString(2)).isEqualTo("ü");
          assertThat(rows.getDouble(3)).isEqualTo(-2.5);
        }
      }
    }
  }

  @Test
  void transactionsFollowTheProtocol() throws SQLException {
    try (Connection connection = connect("");
        Statement statement = connection.createStatement()) {
      connection.setAutoCommit(false);
      assertThat(statement.executeUpdate("UPDATE t SET a = 1")).isEqualTo(1);
      connection.commit();
      assertThatThrownBy(() -> statement.execute("SELECT deadlock"))
          .isInstanceOfSatisfying(
              PSQLException.class, e -> assertThat(e.getSQLState()).isEqualTo("40P01"));
      assertThatThrownBy(() -> statement.execute("SELECT 1"))
          .isInstanceOfSatisfying(
              PSQLException.class, e -> assertThat(e.getSQLState()).isEqualTo("25P02"));
      connection.rollback();
      assertThat(statement.execute("SELECT 1")).isTrue();
      connection.rollback();
    }
  }

  @Test
  void rowsCanBeFetchedSomeAtATime() throws SQLException {
    try (Connection connection = connect("");
        Statement statement = connection.createStatement()) {
      connection.setAutoCommit(false);
      statement.setFetchSize(2);
      List<Long> ids = new ArrayList<>();
      try (ResultSet rows = statement.executeQuery("SELECT * FROM orders")) {
        while (rows.next()) {
          ids.add(rows.getLong(1));
        }
      }
      assertThat(ids).containsExactly(1L, 2L, 3L);
      connection.commit();
    }
  }

  @Test
  void batchesAndGeneratedKeysWork() throws SQLException {
    try (Connection connection = connect("");
        PreparedStatement insert =
            connection.prepareStatement(
                "INSERT INTO t (a) VALUES (?)", Statement.RETURN_GENERATED_KEYS)) {
      for (int i = 0; i < 50; i++) {
        insert.setInt(1, i);
        insert.addBatch();
      }
      assertThat(insert.executeBatch()).hasSize(50).containsOnly(1);
    }
  }

  @Test
  void aStatementThatWaitsCanBeCancelled() throws SQLException {
    try (Connection connection = connect("");
        Statement statement = connection.createStatement()) {
      statement.setQueryTimeout(1);
      long start = System.nanoTime();
      assertThatThrownBy(() -> statement.execute("SELECT pg_sleep(30)"))
          .isInstanceOfSatisfying(
              PSQLException.class, e -> assertThat(e.getSQLState()).isEqualTo("57014"));
      assertThat(System.nanoTime() - start).isLessThan(20_000_000_000L);
      assertThat(statement.execute("SELECT 1")).isTrue();
    }
  }

  @Test
  void unknownThingsAreErrorsAndTheConnectionLives() throws SQLException {
    try (Connection connection = connect("");
        Statement statement = connection.createStatement()) {
      for (String sql : List.of("EXPLODE", "COPY t FROM STDIN", "SHOW nonsense", "SELECT 'open")) {
        assertThatThrownBy(() -> statement.execute(sql)).isInstanceOf(SQLException.class);
        assertThat(connection.isValid(5)).isTrue();
      }
      assertThat(connection.getMetaData().getDatabaseProductVersion()).startsWith("16");
    }
  }

  @Test
  void sleepTakesAsLongAsAsked() throws SQLException {
    try (Connection connection = connect("");
        Statement statement = connection.createStatement()) {
      long start = System.nanoTime();
      assertThat(statement.execute("SELECT pg_sleep(0.2)")).isTrue();
      assertThat(System.nanoTime() - start).isGreaterThanOrEqualTo(200_000_000L);
    }
  }

  @Test
  void hikariPoolsItsConnections() throws Exception {
    HikariConfig config = new HikariConfig();
    config.setJdbcUrl(url(running, ""));
    config.setMaximumPoolSize(8);
    try (HikariDataSource pool = new HikariDataSource(config);
        ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<Integer>> answers = new ArrayList<>();
      for (int i = 0; i < 200; i++) {
        answers.add(threads.submit(() -> one(pool)));
      }
      for (Future<Integer> answer : answers) {
        assertThat(answer.get()).isEqualTo(1);
      }
    }
  }

  private static int one(HikariDataSource pool) throws SQLException {
    try (Connection connection = pool.getConnection();
        PreparedStatement statement =
            connection.prepareStatement("SELECT id FROM t WHERE id = ?")) {
      statement.setInt(1, 1);
      try (ResultSet rows = statement.executeQuery()) {
        rows.next();
        return rows.getInt("id");
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"scram-sha-256", "password"})
  void passwordsAreProvenByEitherMethod(String method) throws IOException, SQLException {
    try (Running secured =
        Running.configured(
            "{latency: 0, auth: {user: app, password: secret, method: " + method + "}}")) {
      try (Connection connection = DriverManager.getConnection(url(secured, "password=secret"))) {
        assertThat(connection.isValid(5)).isTrue();
      }
      for (String wrong : List.of("password=wrong", "user=other&password=secret")) {
        String address = "jdbc:postgresql://127.0.0.1:" + secured.postgres() + "/shop?";
        String full = wrong.startsWith("user") ? wrong : "user=app&" + wrong;
        assertThatThrownBy(() -> DriverManager.getConnection(address + full))
            .isInstanceOfSatisfying(
                PSQLException.class, e -> assertThat(e.getSQLState()).isEqualTo("28P01"));
      }
    }
  }

  @Test
  void oneClientTooManyIsToldSo() throws IOException, SQLException {
    try (Running small = Running.configured("{latency: 0, connectionLimit: 1}");
        Connection first = DriverManager.getConnection(url(small, ""))) {
      assertThatThrownBy(() -> DriverManager.getConnection(url(small, "")))
          .isInstanceOfSatisfying(
              PSQLException.class, e -> assertThat(e.getSQLState()).isEqualTo("53300"));
      assertThat(first.isValid(5)).isTrue();
    }
  }
}
