package rebound.fakedb.wire.resp;

import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import rebound.fakedb.wire.Connection;

/// The commands about a connection and the server, and what they set. Event loop thread only.
final class ConnectionCommands {
  private static final String VERSION = "7.4.0";
  private static final Map<String, String> CONFIG =
      new TreeMap<>(
          Map.of(
              "appendonly", "no",
              "databases", "16",
              "maxclients", "10000",
              "maxmemory", "16777216",
              "maxmemory-policy", "noeviction",
              "proto-max-bulk-len", "1048576",
              "save", "",
              "timeout", "0"));

  private final Connection connection;
  private final RespService service;
  private boolean third;
  private boolean known;
  private int database;
  private String name = "";

  ConnectionCommands(Connection connection, RespService service) {
    this.connection = connection;
    this.service = service;
    this.known = service.password().isEmpty();
  }

  boolean third() {
    return third;
  }

  int database() {
    return database;
  }

  /// Whether a client may say that, before or after it gave its password.
  boolean isWelcome(String command) {
    return known
        || switch (command) {
          case "AUTH", "HELLO", "QUIT", "RESET" -> true;
          default -> false;
        };
  }

  byte[] run(String command, Words words) {
    return switch (command) {
      case "PING" -> words.count() > 1 ? Reply.bulk(words.word(1)) : Reply.PONG;
      case "ECHO" -> Reply.bulk(words.word(1));
      case "HELLO" -> hello(words);
      case "AUTH" -> auth(words);
      case "SELECT" -> select(words.text(1));
      case "CLIENT" -> client(words);
      case "COMMAND" -> command(words);
      case "CONFIG" -> config(words);
      case "INFO" -> Reply.bulk(Reply.bytes(info()));
      case "DBSIZE" -> Reply.integer(service.keyspace().size(database));
      case "TIME" -> {
        long millis = System.currentTimeMillis();
        yield new Reply(third)
            .array(2)
            .add(Long.toString(millis / 1000))
            .add(Long.toString(millis % 1000 * 1000))
            .done();
      }
      case "ROLE" -> new Reply(third).array(3).add("master").add(0).array(0).done();
      case "RESET" -> {
        third = false;
        database = 0;
        name = "";
        known = service.password().isEmpty();
        yield Reply.bytes("+RESET\r\n");
      }
      case "READONLY" -> Reply.OK;
      default -> throw new IllegalStateException("in the table, but not to be run: " + command);
    };
  }

  private byte[] hello(Words words) {
    boolean wanted = third;
    if (words.count() > 1) {
      switch (words.text(1)) {
        case "2" -> wanted = false;
        case "3" -> wanted = true;
        default -> {
          return Reply.error("NOPROTO unsupported protocol version");
        }
      }
    }
    for (int i = 2; i < words.count(); i++) {
      switch (words.text(i).toUpperCase(Locale.ROOT)) {
        case "AUTH" -> {
          if (i + 2 >= words.count()) {
            return Reply.error("ERR Syntax error in HELLO option 'auth'");
          }
          if (!admits(words.text(i + 1), words.text(i + 2))) {
            return wrongPassword();
          }
          i += 2;
        }
        case "SETNAME" -> {
          if (++i == words.count()) {
            return Reply.error("ERR Syntax error in HELLO option 'setname'");
          }
          name = words.text(i);
        }
        default -> {
          return Reply.error("ERR Syntax error in HELLO option '" + words.text(i) + "'");
        }
      }
    }
    if (!known) {
      return Reply.error(
          "NOAUTH HELLO must be called with the client already authenticated, otherwise the HELLO"
              + " <proto> AUTH <user> <pass> option can be used to authenticate the client and"
              + " select the RESP protocol version at the same time");
    }
    third = wanted;
    return new Reply(third)
        .map(7)
        .add("server")
        .add("redis")
        .add("version")
        .add(VERSION)
        .add("proto")
        .add(third ? 3 : 2)
        .add("id")
        .add(connection.id())
        .add("mode")
        .add("standalone")
        .add("role")
        .add("master")
        .add("modules")
        .array(0)
        .done();
  }

  private byte[] auth(Words words) {
    if (words.count() > 3) {
      return Reply.error("ERR syntax error");
    }
    boolean both = words.count() == 3;
    String user = both ? words.text(1) : service.user();
    return admits(user, words.text(both ? 2 : 1)) ? Reply.OK : wrongPassword();
  }

  private static byte[] wrongPassword() {
    return Reply.error("WRONGPASS invalid username-password pair or user is disabled.");
  }

  /// Where no password is configured everybody comes in, whatever password its client has.
  private boolean admits(String user, String password) {
    if (service.password().isPresent()) {
      byte[] expected = service.password().get().getBytes(StandardCharsets.ISO_8859_1);
      boolean right =
          (user.equals(service.user()) || user.equals("default"))
              && MessageDigest.isEqual(expected, password.getBytes(StandardCharsets.ISO_8859_1));
      if (!right) {
        return false;
      }
    }
    known = true;
    return true;
  }

  private byte[] select(String index) {
    Long number = DataCommands.number(index);
    if (number == null) {
      return Reply.error("ERR value is not an integer or out of range");
    }
    if (number < 0 || number >= Keyspace.DATABASES) {
      return Reply.error("ERR DB index is out of range");
    }
    database = number.intValue();
    return Reply.OK;
  }

  private byte[] client(Words words) {
    String sub = words.text(1).toUpperCase(Locale.ROOT);
    return switch (sub) {
      case "SETNAME" -> {
        if (words.count() != 3) {
          yield Reply.error("ERR wrong number of arguments for 'client|setname' command");
        }
        name = words.text(2);
        yield Reply.OK;
      }
      case "GETNAME" ->
          name.isEmpty()
              ? Reply.missing(third)
              : Reply.bulk(name.getBytes(StandardCharsets.ISO_8859_1));
      case "ID" -> Reply.integer(connection.id());
      case "SETINFO", "NO-EVICT", "NO-TOUCH", "REPLY" -> Reply.OK;
      case "INFO", "LIST" ->
          Reply.bulk(
              Reply.bytes(
                  "id="
                      + connection.id()
                      + " name="
                      + name
                      + " db="
                      + database
                      + " resp="
                      + (third ? 3 : 2)
                      + "\n"));
      default -> Reply.error("ERR unknown subcommand '" + words.text(1) + "'. Try CLIENT HELP.");
    };
  }

  private byte[] command(Words words) {
    String sub = words.count() > 1 ? words.text(1).toUpperCase(Locale.ROOT) : "";
    return switch (sub) {
      case "COUNT" -> Reply.integer(Spec.all().size());
      case "DOCS" -> new Reply(third).map(0).done();
      case "LIST" -> {
        Reply reply = new Reply(third).array(Spec.all().size());
        Spec.all().forEach(spec -> reply.add(spec.name().toLowerCase(Locale.ROOT)));
        yield reply.done();
      }
      case "INFO" -> {
        if (words.count() == 2) {
          yield describe(Spec.all());
        }
        Reply reply = new Reply(third).array(words.count() - 2);
        for (int i = 2; i < words.count(); i++) {
          Spec spec = Spec.find(words.text(i).toUpperCase(Locale.ROOT));
          if (spec == null) {
            reply.raw(Reply.missingArray(third));
          } else {
            describe(reply, spec);
          }
        }
        yield reply.done();
      }
      case "" -> describe(Spec.all());
      default -> Reply.error("ERR unknown subcommand '" + words.text(1) + "'. Try COMMAND HELP.");
    };
  }

  private byte[] describe(List<Spec> specs) {
    Reply reply = new Reply(third).array(specs.size());
    specs.forEach(spec -> describe(reply, spec));
    return reply.done();
  }

  private static void describe(Reply reply, Spec spec) {
    reply.array(10).add(spec.name().toLowerCase(Locale.ROOT)).add(spec.arity());
    reply.set(1).raw(Reply.bytes(spec.kind() == 'w' ? "+write\r\n" : "+readonly\r\n"));
    reply.add(spec.firstKey()).add(spec.lastKey()).add(spec.firstKey() == 0 ? 0 : spec.step());
    reply.set(0).array(0).array(0).array(0);
  }

  private byte[] config(Words words) {
    String sub = words.text(1).toUpperCase(Locale.ROOT);
    return switch (sub) {
      case "GET" -> {
        Map<String, String> found = new TreeMap<>();
        for (int i = 2; i < words.count(); i++) {
          String glob = words.text(i).toLowerCase(Locale.ROOT);
          Pattern pattern = Pattern.compile(Pattern.quote(glob).replace("*", "\\E.*\\Q"));
          CONFIG.forEach(
              (key, value) -> {
                if (pattern.matcher(key).matches()) {
                  found.put(key, value);
                }
              });
        }
        Reply reply = new Reply(third).map(found.size());
        found.forEach((key, value) -> reply.add(key).add(value));
        yield reply.done();
      }
      case "SET", "RESETSTAT", "REWRITE" -> Reply.OK;
      default -> Reply.error("ERR unknown subcommand '" + words.text(1) + "'. Try CONFIG HELP.");
    };
  }

  private String info() {
    long seconds = ManagementFactory.getRuntimeMXBean().getUptime() / 1000;
    return "# Server\r\nredis_version:"
        + VERSION
        + "\r\nredis_mode:standalone\r\nserver_name:rebound-fake-db\r\nprocess_id:"
        + ProcessHandle.current().pid()
        + "\r\nuptime_in_seconds:"
        + seconds
        + "\r\n\r\n# Clients\r\nmaxclients:10000\r\n\r\n# Memory\r\nused_memory:"
        + service.keyspace().usedBytes()
        + "\r\nmaxmemory:16777216\r\n\r\n# Persistence\r\nloading:0\r\n\r\n# Stats\r\n"
        + "total_commands_processed:"
        + service.desk().counters().answered()
        + "\r\n\r\n# Replication\r\nrole:master\r\nconnected_slaves:0\r\n\r\n"
        + "# Cluster\r\ncluster_enabled:0\r\n\r\n# Keyspace\r\ndb0:keys="
        + service.keyspace().size(0)
        + ",expires=0,avg_ttl=0\r\n";
  }
}
