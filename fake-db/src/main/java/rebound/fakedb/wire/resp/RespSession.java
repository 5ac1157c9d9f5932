package rebound.fakedb.wire.resp;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import rebound.fakedb.latency.DelaySource;
import rebound.fakedb.latency.Draw;
import rebound.fakedb.query.Desk;
import rebound.fakedb.query.Line;
import rebound.fakedb.rule.RuleBook;
import rebound.fakedb.wire.Connection;
import rebound.fakedb.wire.Session;

/// One client that speaks RESP. Event loop thread only.
public final class RespSession implements Session {
  private static final int COMMAND_MAX_BYTES = 1024 * 1024;
  private static final int QUEUED_MAX = 1024;

  private final Connection connection;
  private final RespService service;
  private final Desk desk;
  private final Line line;
  private final RespParser parser = new RespParser(COMMAND_MAX_BYTES);
  private final ConnectionCommands about;
  private final boolean admitted;
  private List<Words> transaction;
  private boolean transactionBroken;

  /// The session of a new connection.
  ///
  /// @param connection of the client
  /// @param service what it shares with others
  public RespSession(Connection connection, RespService service) {
    this.connection = connection;
    this.service = service;
    this.desk = service.desk();
    this.line = new Line(desk, connection, service.serial(), connection::release);
    this.about = new ConnectionCommands(connection, service);
    this.admitted = service.limit().enter();
    if (!admitted) {
      line.sayLast(Reply.error("ERR max number of clients reached"));
    }
  }

  @Override
  public int receive(byte[] bytes, int from, int to) {
    int at = from;
    while (at < to && connection.isOpen() && !line.isOver()) {
      if (!line.takesMore()) {
        connection.hold();
        return at;
      }
      switch (parser.parse(bytes, at, to)) {
        case COMMAND -> {
          if (!run()) {
            return to;
          }
        }
        case NOTHING -> {}
        case MORE -> {
          return at;
        }
        case PROBLEM -> {
          line.sayLast(Reply.error("ERR Protocol error: " + parser.problem()));
          return to;
        }
      }
      at = parser.end();
    }
    return to;
  }

  @Override
  public void closed() {
    if (admitted) {
      service.limit().leave();
    }
  }

  /// Runs the command that was parsed; false where it was the last of this connection.
  private boolean run() {
    String name = parser.text(0).toUpperCase(Locale.ROOT);
    Spec spec = Spec.find(name);
    if (spec == null) {
      return unknown(name);
    }
    if (!spec.takes(parser.count())) {
      transactionBroken = true;
      line.say(
          Reply.error(
              "ERR wrong number of arguments for '" + name.toLowerCase(Locale.ROOT) + "' command"));
      return true;
    }
    if (!about.isWelcome(name)) {
      line.say(Reply.error("NOAUTH Authentication required."));
      return true;
    }
    switch (name) {
      case "MULTI" -> multi();
      case "EXEC" -> exec();
      case "DISCARD" -> discard();
      case "WATCH", "UNWATCH" -> line.say(Reply.OK);
      case "QUIT" -> {
        line.sayLast(Reply.OK);
        return false;
      }
      default -> {
        if (transaction != null) {
          enqueue();
        } else if (spec.isQuery()) {
          query(name, spec);
        } else {
          if (name.equals("RESET")) {
            transaction = null;
          }
          line.say(about.run(name, parser));
        }
      }
    }
    return true;
  }

  private boolean unknown(String name) {
    if (name.equals("POST") || name.equals("HOST:")) {
      // A browser was talked into sending HTTP here: Redis drops it for the same reason.
      line.sayLast(Reply.error("ERR Protocol error: this is no HTTP server"));
      return false;
    }
    transactionBroken = true;
    StringBuilder text = new StringBuilder("ERR unknown command '").append(parser.text(0));
    text.setLength(Math.min(text.length(), 128));
    text.append("', with args beginning with: ");
    for (int i = 1; i < parser.count() && text.length() < 200; i++) {
      String word = parser.text(i);
      text.append('\'').append(word, 0, Math.min(word.length(), 64)).append("' ");
    }
    line.say(Reply.error(text.toString()));
    return true;
  }

  private void query(String name, Spec spec) {
    boolean keyed = spec.firstKey() > 0 && parser.count() > spec.firstKey();
    long id =
        keyed
            ? Draw.id(parser.bytes(), parser.from(spec.firstKey()), parser.to(spec.firstKey()))
            : line.nextOrdinal();
    DelaySource delay = desk.usualDelay();
    RuleBook.Match match = null;
    if (!desk.rules().isEmpty()) {
      match = desk.rules().find("redis", keyed ? parser.text(spec.firstKey()) : name);
      if (match != null && match.delay() != null) {
        delay = match.delay();
      }
    }
    if (name.equals("DELAY")) {
      delay = asked(parser);
      if (delay == null) {
        line.say(
            Reply.error(
                "ERR DELAY: '" + parser.text(1) + "' is no number of milliseconds up to 3600000"));
        return;
      }
    }
    ask(desk.bits(id), delay, match, name, parser);
  }

  private void ask(long bits, DelaySource delay, RuleBook.Match match, String name, Words words) {
    switch (line.trouble(bits)) {
      case GONE -> {}
      case FULL -> line.say(Reply.error("BUSY too many queries: all slots and places are taken"));
      case ERROR -> line.say(Reply.error("ERR injected by a fault"), bits, delay);
      case NONE -> line.say(answer(match, name, words), bits, delay);
    }
  }

  private byte[] answer(RuleBook.Match match, String name, Words words) {
    if (match != null && match.rule().error().isPresent()) {
      var refusal = match.rule().error().get();
      return Reply.error(refusal.code() + " " + refusal.message());
    }
    if (match != null && match.rule().value().isPresent() && !name.equals("SET")) {
      return Reply.bulk(Reply.bytes(match.rule().value().get()));
    }
    return switch (name) {
      case "DELAY" -> slept(words);
      case "EXEC" -> executed();
      default -> data(name, words);
    };
  }

  private byte[] data(String name, Words words) {
    return new DataCommands(service.keyspace(), about.database(), about.third()).run(name, words);
  }

  /// What a DELAY asks for, or null where that is no time.
  private static DelaySource asked(Words words) {
    double millis;
    try {
      millis = Double.parseDouble(words.text(1));
    } catch (NumberFormatException e) {
      return null;
    }
    if (!(millis >= 0 && millis <= 3_600_000)) {
      return null;
    }
    long nanos = Math.round(millis * 1e6);
    return (bits, now, bytes) -> nanos;
  }

  private byte[] slept(Words words) {
    if (words.count() > 2) {
      Keyspace.Entry entry = service.keyspace().get(about.database(), words.text(2));
      if (entry != null && entry.text != null) {
        return Reply.bulk(entry.text);
      }
    }
    return Reply.bulk(Reply.bytes("slept " + words.text(1) + " ms"));
  }

  private void multi() {
    if (transaction != null) {
      line.say(Reply.error("ERR MULTI calls can not be nested"));
      return;
    }
    transaction = new ArrayList<>();
    transactionBroken = false;
    line.say(Reply.OK);
  }

  private void enqueue() {
    if (transaction.size() >= QUEUED_MAX) {
      transactionBroken = true;
      line.say(Reply.error("ERR too many commands in a transaction, at most " + QUEUED_MAX));
      return;
    }
    byte[][] copies = new byte[parser.count()][];
    for (int i = 0; i < copies.length; i++) {
      copies[i] = parser.word(i);
    }
    transaction.add(new QueuedWords(List.of(copies)));
    line.say(Reply.QUEUED);
  }

  private void exec() {
    if (transaction == null) {
      line.say(Reply.error("ERR EXEC without MULTI"));
    } else if (transactionBroken) {
      transaction = null;
      line.say(Reply.error("EXECABORT Transaction discarded because of previous errors."));
    } else {
      ask(desk.bits(line.nextOrdinal()), execDelay(), null, "EXEC", parser);
      transaction = null;
    }
  }

  /// The usual delay, and that of each DELAY in the transaction.
  private DelaySource execDelay() {
    DelaySource sum = desk.usualDelay();
    for (Words words : transaction) {
      if (words.text(0).equalsIgnoreCase("DELAY")) {
        DelaySource before = sum;
        DelaySource more = asked(words);
        if (more != null) {
          sum = (bits, now, size) -> before.nanos(bits, now, size) + more.nanos(bits, now, size);
        }
      }
    }
    return sum;
  }

  private byte[] executed() {
    Reply reply = new Reply(about.third()).array(transaction.size());
    for (Words words : transaction) {
      String name = words.text(0).toUpperCase(Locale.ROOT);
      Spec spec = Spec.find(name);
      if (name.equals("DELAY")) {
        reply.raw(slept(words));
      } else {
        reply.raw(spec.isQuery() ? data(name, words) : about.run(name, words));
      }
    }
    return reply.done();
  }

  private void discard() {
    if (transaction == null) {
      line.say(Reply.error("ERR DISCARD without MULTI"));
      return;
    }
    transaction = null;
    line.say(Reply.OK);
  }
}
