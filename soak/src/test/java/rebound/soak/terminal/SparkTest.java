package rebound.soak.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SparkTest {
  private final Spark spark = new Spark(4);

  @Test
  void showsTheLastValuesBetweenTheirLowestAndTheirHighest() {
    for (long value : new long[] {900, 10, 20, 30, 80}) {
      spark.add(value);
    }

    assertThat(spark.text()).isEqualTo("▁▂▃█");
  }

  @Test
  void aLevelLineIsLowAndNoValueIsNoLine() {
    assertThat(spark.text()).isEmpty();
    spark.add(5);
    spark.add(5);
    assertThat(spark.text()).isEqualTo("▁▁");
  }
}
