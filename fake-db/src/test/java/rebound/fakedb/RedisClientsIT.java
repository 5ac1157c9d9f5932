package rebound.fakedb;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.api.StatefulRedisConnection;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import redis.clients.jedis.DefaultJedisClientConfig;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.Pipeline;
import redis.clients.jedis.RedisProtocol;
import redis.clients.jedis.Response;
import redis.clients.jedis.Transaction;
import redis.clients.jedis.commands.ProtocolCommand;
import redis.clients.jedis.exceptions.JedisDataException;
import redis.clients.jedis.params.SetParams;

class RedisClientsIT {
  private static Running running;

  @BeforeAll
  static void start() throws IOException {
    running = Running.with("--latency", "1ms");
  }

  @AfterAll
  static void stop() {
    running.close();
  }

  private static Jedis jedis(RedisProtocol protocol) {
    return new Jedis(
        new HostAndPort("127.0.0.1", running.redis()),
        DefaultJedisClientConfig.builder().protocol(protocol).clientName("test").build());
  }

  private static ProtocolCommand command(String name) {
    return () -> name.getBytes(UTF_8);
  }

  @ParameterizedTest
  @EnumSource(
      value = RedisProtocol.class,
      names = {"RESP2", "RESP3"})
  void jedisDoesAllThatTheIssueLists(RedisProtocol protocol) {
    try (Jedis jedis = jedis(protocol)) {
      assertThat(jedis.ping()).isEqualTo("PONG");
      assertThat(jedis.ping("x")).isEqualTo("x");
      assertThat(jedis.select(3)).isEqualTo("OK");
      jedis.flushDB();
      assertThat(jedis.get("missing")).isNull();
      assertThat(jedis.set("a", "1", SetParams.setParams().ex(100))).isEqualTo("OK");
      assertThat(jedis.ttl("a")).isBetween(90L, 100L);
      assertThat(jedis.set("a", "2", SetParams.setParams().nx())).isNull();
      assertThat(jedis.set("b", "short", SetParams.setParams().px(30))).isEqualTo("OK");
      await().until(() -> jedis.get("b") == null);
      assertThat(jedis.mset("c", "3", "d", "4")).isEqualTo("OK");
      assertThat(jedis.mget("a", "missing", "d")).containsExactly("1", null, "4");
      assertThat(jedis.exists("a", "c", "missing")).isEqualTo(2);
      assertThat(jedis.incr("a")).isEqualTo(2);
      assertThat(jedis.decrBy("a", 5)).isEqualTo(-3);
      assertThat(jedis.del("c", "d", "missing")).isEqualTo(2);
      assertThat(jedis.hset("h", Map.of("f", "1", "g", "2"))).isEqualTo(2);
      assertThat(jedis.hgetAll("h")).isEqualTo(Map.of("f", "1", "g", "2"));
      assertThat(jedis.hincrBy("h", "f", 4)).isEqualTo(5);
      assertThat(jedis.hdel("h", "f", "g")).isEqualTo(2);
      assertThat(jedis.type("h")).isEqualTo("none");
      assertThat(jedis.keys("*")).containsExactly("a");
      assertThat(jedis.info()).contains("redis_version:");
      assertThat(jedis.commandCount()).isGreaterThan(30);
      assertThat(jedis.clientGetname()).isEqualTo("test");
      byte[] binary = {0, 13, 10, -1, 36};
      jedis.set(binary, binary);
      assertThat(jedis.get(binary)).isEqualTo(binary);
    }
  }

  @Test
  void wrongCommandsGetRedisOwnErrors() {
    try (Jedis jedis = jedis(RedisProtocol.RESP2)) {
      jedis.hset("hash", "f", "1");
      assertThatThrownBy(() -> jedis.get("hash"))
          .isInstanceOf(JedisDataException.class)
          .hasMessageStartingWith("WRONGTYPE");
      jedis.set("text", "x");
      assertThatThrownBy(() -> jedis.incr("text")).hasMessageContaining("not an integer");
      assertThatThrownBy(() -> jedis.sendCommand(command("ZADD"), "z", "1", "m"))
          .hasMessageContaining("unknown command 'ZADD'");
      assertThatThrownBy(() -> jedis.sendCommand(command("GET")))
          .hasMessageContaining("wrong number of arguments for 'get'");
      assertThatThrownBy(() -> jedis.select(99)).hasMessageContaining("out of range");
      assertThat(jedis.ping()).isEqualTo("PONG");
    }
  }

  @Test
  void transactionsRunAsOne() {
    try (Jedis jedis = jedis(RedisProtocol.RESP3)) {
      jedis.del("n");
      Transaction transaction = jedis.multi();
      transaction.incr("n");
      Response<Long> second = transaction.incr("n");
      assertThat(transaction.exec()).hasSize(2);
      assertThat(second.get()).isEqualTo(2);
      Transaction dropped = jedis.multi();
      dropped.incr("n");
      dropped.discard();
      assertThat(jedis.get("n")).isEqualTo("2");
    }
  }

  @Test
  void pipelinedAnswersKeepTheirOrderWhateverTheirDelays() {
    try (Jedis jedis = jedis(RedisProtocol.RESP2)) {
      jedis.mset("slow", "slow", "fast", "fast");
      Pipeline pipeline = jedis.pipelined();
      List<Response<Object>> answers = new ArrayList<>();
      for (int i = 0; i < 20; i++) {
        String key = i % 2 == 0 ? "slow" : "fast";
        answers.add(pipeline.sendCommand(command("DELAY"), key.equals("slow") ? "40" : "1", key));
      }
      pipeline.sync();
      for (int i = 0; i < 20; i++) {
        assertThat(new String((byte[]) answers.get(i).get(), UTF_8))
            .isEqualTo(i % 2 == 0 ? "slow" : "fast");
      }
    }
  }

  @Test
  void lettuceMultiplexesQueriesOverOneConnection()
      throws InterruptedException, ExecutionException, TimeoutException {
    RedisClient client = RedisClient.create(RedisURI.create("127.0.0.1", running.redis()));
    try (StatefulRedisConnection<String, String> connection = client.connect()) {
      assertThat(connection.sync().ping()).isEqualTo("PONG");
      connection.sync().set("lettuce", "leaf");
      List<Future<String>> answers = new ArrayList<>();
      for (int i = 0; i < 500; i++) {
        answers.add(connection.async().get("lettuce"));
      }
      for (Future<String> answer : answers) {
        assertThat(answer.get(10, TimeUnit.SECONDS)).isEqualTo("leaf");
      }
      assertThat(connection.sync().hset("lh", Map.of("a", "1"))).isEqualTo(1);
      assertThat(connection.sync().hgetall("lh")).isEqualTo(Map.of("a", "1"));
    } finally {
      client.shutdown(Duration.ZERO, Duration.ofSeconds(5));
    }
  }

  @Test
  void aPasswordIsAskedForWhereOneIsConfigured() throws IOException {
    try (Running secured =
        Running.configured("{latency: 0, auth: {user: app, password: secret}}")) {
      HostAndPort address = new HostAndPort("127.0.0.1", secured.redis());
      try (Jedis jedis = new Jedis(address)) {
        assertThatThrownBy(jedis::ping).hasMessageContaining("NOAUTH");
        assertThatThrownBy(() -> jedis.auth("wrong")).hasMessageContaining("WRONGPASS");
        assertThat(jedis.auth("secret")).isEqualTo("OK");
        assertThat(jedis.ping()).isEqualTo("PONG");
      }
      try (Jedis jedis =
          new Jedis(
              address,
              DefaultJedisClientConfig.builder()
                  .user("app")
                  .password("secret")
                  .protocol(RedisProtocol.RESP3)
                  .build())) {
        assertThat(jedis.ping()).isEqualTo("PONG");
      }
    }
  }

  @Test
  void rulesAnswerByKey() throws IOException {
    try (Running ruled =
            Running.configured(
                """
                latency: 0
                rules:
                  - {match: "^user:", value: '{"name": "Ada"}'}
                  - {match: "^broken", error: {code: LOADING, message: not yet}}
                """);
        Jedis jedis = new Jedis("127.0.0.1", ruled.redis())) {
      assertThat(jedis.get("user:1")).isEqualTo("{\"name\": \"Ada\"}");
      assertThatThrownBy(() -> jedis.get("broken")).hasMessage("LOADING not yet");
      assertThat(jedis.get("other")).isNull();
    }
  }

  @Test
  void aStoreThatIsFullSaysSoAsRedisDoes() throws IOException {
    try (Running own = Running.with("--latency", "0");
        Jedis jedis = new Jedis("127.0.0.1", own.redis())) {
      String large = "x".repeat(900_000);
      assertThatThrownBy(
              () -> {
                for (int i = 0; i < 100; i++) {
                  jedis.set("k" + i, large);
                }
              })
          .hasMessageStartingWith("OOM");
      assertThat(jedis.get("k0")).hasSize(900_000);
      jedis.flushAll();
      assertThat(jedis.set("k0", large)).isEqualTo("OK");
    }
  }
}
