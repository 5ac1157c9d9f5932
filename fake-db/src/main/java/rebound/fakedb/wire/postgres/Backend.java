package rebound.fakedb.wire.postgres;

import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import rebound.fakedb.latency.DelaySource;
import rebound.fakedb.latency.Draw;
import rebound.fakedb.query.Desk;
import rebound.fakedb.query.Line;
import rebound.fakedb.query.Trouble;
import rebound.fakedb.wire.Connection;

/// Runs one client's statements, by the simple and by the extended protocol. Event loop thread
/// only.
///
/// What is to be sent gathers in the writer, and leaves with the answer of a query that takes its
/// time, with a Sync, or with a Flush.
final class Backend {
  private static final SecureRandom RANDOM = new SecureRandom();

  private final Desk desk;
  private final Line line;
  private final Settings settings;
  private final Answers answers;
  private final int id;
  private final int secret = RANDOM.nextInt();
  private final PgWriter out = new PgWriter();
  private final Preparations prepared;
  private final ArrayDeque<String> script = new ArrayDeque<>();
  private boolean inScript;
  private boolean skipping;
  private char status = 'I';

  Backend(Connection connection, Desk desk, Line line, Settings settings) {
    this.desk = desk;
    this.line = line;
    this.settings = settings;
    this.id = (int) connection.id();
    this.answers = new Answers(settings, id);
    this.prepared = new Preparations(sql -> answers.to(sql, desk.rules()));
  }

  int id() {
    return id;
  }

  int secret() {
    return secret;
  }

  /// Handles a message; false where the client says goodbye or makes no sense.
  boolean handle(char type, PgReader body) {
    if (skipping && type != 'S' && type != 'X') {
      return true;
    }
    switch (type) {
      case 'Q' -> query(body.text());
      case 'P' -> settle(prepared.parse(body), '1');
      case 'B' -> settle(prepared.bind(body), '2');
      case 'D' -> describe((char) body.raw(), body.text());
      case 'E' -> execute(body.text(), body.int32());
      case 'C' -> close((char) body.raw(), body.text());
      case 'H' -> flush();
      case 'S' -> sync();
      case 'F' -> {
        fail(PgError.of("0A000", "function calls are not supported by the fake database"));
        skipping = false;
        ready();
      }
      // Left over from a COPY that was refused.
      case 'd', 'c', 'f' -> {}
      case 'X' -> {
        return false;
      }
      default ->
          throw new PgReader.Broken(
              "invalid frontend message type '" + PgSession.printable(type) + "'");
    }
    return true;
  }

  private void query(String sql) {
    try {
      split(sql);
    } catch (IllegalArgumentException e) {
      fail(PgError.of("42601", e.getMessage()));
      skipping = false;
      ready();
      return;
    }
    inScript = true;
    if (script.isEmpty()) {
      out.simple('I');
    }
    resume();
  }

  private void split(String sql) {
    int from = 0;
    int tokens = 0;
    for (Token token : Token.scan(sql)) {
      if (token.is(";")) {
        if (tokens > 0) {
          script.add(sql.substring(from, token.from()));
        }
        from = token.to();
        tokens = 0;
      } else {
        tokens++;
      }
    }
    if (tokens > 0) {
      script.add(sql.substring(from));
    }
  }

  /// Goes on with a script of several statements, when the answer it waited for has left.
  void resume() {
    while (inScript && line.takesMore()) {
      String sql = script.poll();
      if (sql == null) {
        inScript = false;
        ready();
        return;
      }
      Answer answer = answers.to(sql, desk.rules());
      if (answer.columns() != null && answer.error() == null && !refused(answer)) {
        out.columns(answer.columns(), null);
      }
      run(answer, id(sql), List.of(), null);
      if (skipping) {
        skipping = false;
        script.clear();
      }
    }
  }

  private static long id(String sql) {
    byte[] bytes = sql.getBytes(StandardCharsets.UTF_8);
    return Draw.id(bytes, 0, bytes.length);
  }

  private boolean refused(Answer answer) {
    return status == 'E'
        && !(answer.effect() instanceof Answer.Effect.End)
        && !(answer.effect() instanceof Answer.Effect.BackToSavepoint);
  }

  /// Answers a statement at once, or after its delay.
  private void run(Answer answer, long id, List<String> parameters, boolean[] binary) {
    if (refused(answer) && !answer.isEmpty()) {
      fail(
          PgError.of(
              "25P02",
              "current transaction is aborted, commands ignored until end of transaction block"));
      return;
    }
    if (!answer.isQuery()) {
      finish(answer, parameters, binary);
      return;
    }
    long bits = desk.bits(id);
    DelaySource delay = answer.delay() == null ? desk.usualDelay() : answer.delay();
    Trouble trouble = line.trouble(bits);
    switch (trouble) {
      case GONE -> {
        return;
      }
      case FULL -> {
        fail(PgError.of("53000", "too many queries: all slots and places are taken"));
        return;
      }
      case ERROR -> fail(PgError.of("XX000", "injected by a fault"));
      case NONE -> finish(answer, parameters, binary);
    }
    line.say(out.take(), bits, delay);
  }

  private void finish(Answer answer, List<String> parameters, boolean[] binary) {
    if (answer.error() != null) {
      fail(answer.error());
      return;
    }
    if (answer.isEmpty()) {
      out.simple('I');
      return;
    }
    try {
      for (List<Answer.Cell> row : answer.rows()) {
        row(answer, row, parameters, binary);
      }
    } catch (IllegalArgumentException e) {
      fail(PgError.of("22P02", e.getMessage()));
      return;
    }
    String tag = apply(answer);
    out.complete(tag);
  }

  private void row(
      Answer answer, List<Answer.Cell> row, List<String> parameters, boolean[] binary) {
    List<byte[]> cells = new ArrayList<>(row.size());
    for (int i = 0; i < row.size(); i++) {
      String value = row.get(i).value(parameters);
      PgType type = answer.columns().get(i).type();
      cells.add(value == null ? null : type.encode(value, binary != null && binary[i]));
    }
    out.row(answer.columns(), cells);
  }

  /// Does to the session what the statement says; gives the tag, which may tell of a rollback.
  private String apply(Answer answer) {
    switch (answer.effect()) {
      case Answer.Effect.None e -> {}
      case Answer.Effect.Begin e -> status = 'T';
      case Answer.Effect.End e -> {
        boolean failed = status == 'E';
        status = 'I';
        prepared.forgetPortals();
        return failed && e.commit() ? "ROLLBACK" : answer.tag();
      }
      case Answer.Effect.BackToSavepoint e -> status = 'T';
      case Answer.Effect.Set e -> {
        String reported = settings.set(e.name(), e.value());
        if (reported != null) {
          out.parameter(reported, settings.get(reported));
        }
      }
      case Answer.Effect.DiscardAll e -> {
        settings.reset();
        prepared.forgetStatements();
        prepared.forgetPortals();
      }
      case Answer.Effect.Deallocate e -> {
        if (e.name().isEmpty()) {
          prepared.forgetStatements();
        } else {
          prepared.forgetStatement(e.name());
        }
      }
    }
    return answer.tag();
  }

  private void fail(PgError error) {
    out.error(error);
    skipping = true;
    if (status == 'T') {
      status = 'E';
    }
  }

  /// Says what a preparation came to.
  private void settle(Optional<PgError> error, char done) {
    if (error.isPresent()) {
      fail(error.get());
    } else {
      out.simple(done);
    }
  }

  private void describe(char kind, String name) {
    if (kind == 'S') {
      Preparations.Statement statement = prepared.statement(name);
      if (statement == null) {
        fail(Preparations.noStatement(name));
        return;
      }
      out.begin('t').int16(statement.parameters().size());
      for (int oid : statement.parameters()) {
        out.int32(oid);
      }
      out.end();
      columns(statement.answer(), null);
    } else {
      Preparations.Portal portal = prepared.portal(name);
      if (portal == null) {
        fail(Preparations.noPortal(name));
        return;
      }
      columns(portal.statement.answer(), portal.binary);
    }
  }

  private void columns(Answer answer, boolean[] binary) {
    if (answer.columns() == null) {
      out.simple('n');
    } else {
      out.columns(answer.columns(), binary);
    }
  }

  private void execute(String name, int rowsMax) {
    Preparations.Portal portal = prepared.portal(name);
    if (portal == null) {
      fail(Preparations.noPortal(name));
      return;
    }
    Answer answer = portal.statement.answer();
    int left = answer.rows().size() - portal.sent;
    if (rowsMax > 0 && (left > rowsMax || portal.ran)) {
      part(portal, answer, Math.min(rowsMax, left), left > rowsMax);
      return;
    }
    portal.ran = true;
    long statementId = id(portal.statement.sql());
    run(answer, statementId + 31L * portal.parameters.hashCode(), portal.parameters, portal.binary);
    portal.sent = answer.rows().size();
  }

  /// Rows for a client that fetches some at a time; only the first fetch takes its time.
  private void part(Preparations.Portal portal, Answer answer, int count, boolean more) {
    List<List<Answer.Cell>> rows = answer.rows().subList(portal.sent, portal.sent + count);
    portal.sent += count;
    boolean first = !portal.ran;
    portal.ran = true;
    Answer partial =
        new Answer(
            answer.columns(), rows, answer.tag(), answer.effect(), null, false, answer.delay());
    try {
      for (List<Answer.Cell> row : rows) {
        row(partial, row, portal.parameters, portal.binary);
      }
    } catch (IllegalArgumentException e) {
      fail(PgError.of("22P02", e.getMessage()));
      return;
    }
    if (more) {
      out.simple('s');
    } else {
      out.complete(answer.tag());
    }
    if (first) {
      long bits = desk.bits(id(portal.statement.sql()));
      line.say(out.take(), bits, answer.delay() == null ? desk.usualDelay() : answer.delay());
    }
  }

  private void close(char kind, String name) {
    if (kind == 'S') {
      prepared.forgetStatement(name);
    } else {
      prepared.forgetPortal(name);
    }
    out.simple('3');
  }

  private void sync() {
    skipping = false;
    if (status == 'I') {
      prepared.forgetPortals();
    }
    ready();
  }

  private void flush() {
    if (!out.isEmpty()) {
      line.say(out.take());
    }
  }

  private void ready() {
    line.say(out.ready(status).take());
  }

  /// Ends what is being waited for with an error.
  void cancel() {
    if (!line.takesMore()) {
      boolean script = inScript;
      fail(PgError.of("57014", "canceling statement due to user request"));
      skipping = !script;
      this.script.clear();
      line.answerNow(out.take());
    }
  }
}
