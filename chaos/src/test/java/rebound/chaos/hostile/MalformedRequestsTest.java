package rebound.chaos.hostile;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

class MalformedRequestsTest {
  @Test
  void theSameSeedMakesTheSameRequests() {
    MalformedRequests one = new MalformedRequests(Addressee.of("t:80"), "/ping", 7);
    MalformedRequests other = new MalformedRequests(Addressee.of("t:80"), "/ping", 7);
    for (int i = 0; i < 500; i++) {
      assertThat(one.next(0.5).bytes()).isEqualTo(other.next(0.5).bytes());
    }
  }

  @Test
  void eachKindHasANameOfItsOwnAndBytes() {
    MalformedRequests requests = new MalformedRequests(Addressee.of("t:80"), "/ping", 1);
    Set<String> names = new HashSet<>();
    for (int kind = 0; kind < MalformedRequests.kinds(); kind++) {
      MalformedRequests.Sample sample = requests.broken(kind);
      assertThat(names.add(sample.words())).as(sample.words()).isTrue();
      assertThat(sample.bytes()).isNotEmpty();
    }
  }

  @Test
  void aMutationDiffersFromWhatItWas() {
    MalformedRequests requests = new MalformedRequests(Addressee.of("t:80"), "/ping", 3);
    String valid = "GET /ping HTTP/1.1\r\nHost: t:80\r\nAccept: */*\r\n\r\n";
    int same = 0;
    for (int i = 0; i < 1_000; i++) {
      byte[] bytes = requests.mutated().bytes();
      same += new String(bytes, StandardCharsets.ISO_8859_1).equals(valid) ? 1 : 0;
    }
    assertThat(same).isLessThan(50);
  }

  @Test
  void onlyRefusalsAreRightWhereTheRulesLeaveNoChoice() {
    assertThat(MalformedRequests.Rule.REFUSE.accepts(400)).isTrue();
    assertThat(MalformedRequests.Rule.REFUSE.accepts(501)).isTrue();
    assertThat(MalformedRequests.Rule.REFUSE.accepts(200)).isFalse();
    assertThat(MalformedRequests.Rule.REFUSE.accepts(500)).isFalse();
    assertThat(MalformedRequests.Rule.SERVE.accepts(200)).isTrue();
    assertThat(MalformedRequests.Rule.TOLERATE.accepts(500)).isFalse();
  }
}
