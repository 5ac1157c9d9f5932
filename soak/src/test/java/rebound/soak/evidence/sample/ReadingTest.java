package rebound.soak.evidence.sample;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;

class ReadingTest {
  private final JsonMapper json = JsonMapper.builder().build();

  @Test
  void aSumOfPartsIsUnreadableWhenOnePartIs() {
    Reading sum = Reading.sum(List.of(Reading.of(3), Reading.unreadable("no such file")));

    assertThat(sum).isEqualTo(Reading.unreadable("no such file"));
    assertThat(Reading.sum(List.of(Reading.of(3), Reading.of(4)))).isEqualTo(Reading.of(7));
  }

  @Test
  void aDifferenceIsUnreadableWhenOneSideIs() {
    assertThat(Reading.of(9).since(Reading.of(4))).isEqualTo(Reading.of(5));
    assertThat(Reading.of(9).since(Reading.unreadable("x")).readable()).isFalse();
    assertThat(Reading.unreadable("x").since(Reading.of(9)).readable()).isFalse();
  }

  @Test
  void survivesJsonInsideASample() {
    TargetSample sample =
        new TargetSample(7, Reading.of(70_123_520), Reading.unreadable("the process is gone"), 2);

    String text = json.writeValueAsString(sample);

    assertThat(text).contains("\"residentBytes\":70123520", "\"cpuNanos\":\"the process is gone\"");
    assertThat(json.readValue(text, TargetSample.class)).isEqualTo(sample);
  }

  @Test
  void anEnvironmentSurvivesJson() {
    Environment environment = new Environment(java.util.Map.of("cpus", 2)).with("kernel", "6.1");

    String text = json.writeValueAsString(environment);

    assertThat(text).isEqualTo("{\"cpus\":2,\"kernel\":\"6.1\"}");
    assertThat(json.readValue(text, Environment.class)).isEqualTo(environment);
  }

  @Test
  void aReasonIsNeverBlank() {
    assertThatThrownBy(() -> Reading.unreadable(" ")).hasMessageContaining("say why");
  }
}
