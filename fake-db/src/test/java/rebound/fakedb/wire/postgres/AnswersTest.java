package rebound.fakedb.wire.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import rebound.fakedb.rule.RuleBook;
import rebound.fakedb.rule.RuleWords;
import rebound.fakedb.words.Setting;

class AnswersTest {
  private final Answers answers = new Answers(new Settings("app", "shop"), 7);
  private final RuleBook none = new RuleBook(List.of(), 1);

  private Answer to(String sql) {
    return answers.to(sql, none);
  }

  private static String row(Answer answer, String... parameters) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < answer.columns().size(); i++) {
      Answer.Column column = answer.columns().get(i);
      text.append(i == 0 ? "" : " ").append(column.name()).append(':');
      text.append(column.type()).append('=');
      text.append(answer.rows().getFirst().get(i).value(List.of(parameters)));
    }
    return text.toString();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "SELECT 1|?column?:INT4=1",
        "select -5 as n, 'a''b' \"T\"|n:INT4=-5 T:TEXT=a'b",
        "select 3000000000|?column?:INT8=3000000000",
        "select 1.5|?column?:FLOAT8=1.5",
        "select true, null|bool:BOOL=t ?column?:TEXT=null",
        "select '7'::int8 as big, cast(3 as text)|big:INT8=7 ?column?:TEXT=3",
        "select current_database(), current_user|current_database:TEXT=shop current_user:TEXT=app",
        "select pg_backend_pid()|pg_backend_pid:INT4=7",
        "select count(*) from t|count:INT8=1",
        "select id, t.title x, \"Odd\" from t where a in (1, 2)|id:TEXT=1 x:TEXT=1 Odd:TEXT=1",
        "select * from t|value:TEXT=1",
        "select /* from */ a -- ,b\\n , c from t|a:TEXT=1 c:TEXT=1",
        "with x as (select 1) select y from x|y:TEXT=1",
        "insert into t values (1, 'x') returning id, now() at|id:TEXT=1 at:TIMESTAMPTZ=*",
        "select pg_sleep(0.25)|pg_sleep:VOID=",
        "select current_setting('TimeZone')|current_setting:TEXT=UTC"
      })
  void selectsAnswerWhatTheyAskFor(String sql, String expected) {
    String row = row(to(sql.replace("\\n", "\n")));
    assertThat(row.replaceAll("(TIMESTAMPTZ=).*", "$1*"))
        .isEqualTo(expected == null ? "" : expected);
  }

  @Test
  void parametersComeBack() {
    assertThat(row(to("select $2::int4 as b, $1 as a"), "x", "9")).isEqualTo("b:INT4=9 a:TEXT=x");
  }

  @ParameterizedTest
  @CsvSource({
    "insert into t values (1),INSERT 0 1",
    "UPDATE t SET a = 1,UPDATE 1",
    "delete from t,DELETE 1",
    "create unique index i on t (a),CREATE INDEX",
    "create or replace view v as select 1,CREATE VIEW",
    "drop table t,DROP TABLE",
    "truncate t,TRUNCATE TABLE",
    "begin,BEGIN",
    "start transaction read only,START TRANSACTION",
    "end,COMMIT",
    "abort,ROLLBACK",
    "vacuum analyze t,VACUUM",
    "set x to 1,SET"
  })
  void otherStatementsGetTheirTag(String sql, String tag) {
    assertThat(to(sql).tag()).isEqualTo(tag);
  }

  @ParameterizedTest
  @CsvSource({
    "foo,42601",
    "select 'open,42601",
    "copy t from stdin,0A000",
    "show nonsense,42704",
    "select /* open,42601",
    "fetch all from c,0A000"
  })
  void whatCannotBeAnsweredIsAnErrorWithItsState(String sql, String state) {
    assertThat(to(sql).error().code()).isEqualTo(state);
  }

  @Test
  void theCatalogueIsEmptyWithTheColumnsThatWereAskedFor() {
    Answer answer = to("SELECT c.relname, n.nspname FROM pg_catalog.pg_class c JOIN x n ON true");
    assertThat(answer.rows()).isEmpty();
    assertThat(answer.columns()).hasSize(2);
  }

  @Test
  void rulesStandAboveEverything() {
    RuleBook book =
        new RuleBook(
            Setting.parse(
                "rules",
                """
                - {match: "(?i)from orders", latency: 50ms, columns: ["id:int8", total], \
                rows: [[1, 9.5], [2, null]]}
                - {match: "locked", error: {code: "55P03", message: "no lock"}}
                - {match: "select 1", on: redis, error: nope}
                """,
                RuleWords::readAll),
            1);
    Answer orders = answers.to("SELECT * FROM orders", book);
    assertThat(row(orders)).isEqualTo("id:INT8=1 total:TEXT=9.5");
    assertThat(orders.tag()).isEqualTo("SELECT 2");
    assertThat(orders.rows().get(1).get(1).value(List.of())).isNull();
    assertThat(orders.delay().nanos(1, 0, 0)).isEqualTo(50_000_000);
    assertThat(answers.to("select locked", book).error().code()).isEqualTo("55P03");
    assertThat(answers.to("select 1", book).error()).isNull();
  }

  @Test
  void wrongRulesAreRefusedWithTheirPlace() {
    assertThatThrownBy(
            () ->
                Setting.parse(
                    "rules",
                    "[{match: '('}, {match: a, columns: ['a:money'], rows: [[1, 2]]}]",
                    RuleWords::readAll))
        .hasMessageContaining("rules[0].match")
        .hasMessageContaining("is no regular expression")
        .hasMessageContaining("'money' is no type")
        .hasMessageContaining("a row has 2 values for 1 columns");
  }

  @Test
  void typesGoOverTheWireInBothEncodings() {
    for (PgType type :
        List.of(PgType.BOOL, PgType.INT4, PgType.INT8, PgType.FLOAT8, PgType.TIMESTAMPTZ)) {
      String text =
          switch (type) {
            case BOOL -> "t";
            case FLOAT8 -> "-2.5";
            case TIMESTAMPTZ -> "1999-12-31 23:59:59.000001+00";
            default -> "-12";
          };
      assertThat(type.decode(type.encode(text, true), true)).isEqualTo(text);
      assertThat(type.decode(type.encode(text, false), false)).isEqualTo(text);
    }
    assertThatThrownBy(() -> PgType.INT4.encode("x", true))
        .hasMessageContaining("invalid input syntax for type int4: \"x\"");
  }
}
