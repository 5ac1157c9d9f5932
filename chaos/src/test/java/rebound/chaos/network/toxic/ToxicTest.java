package rebound.chaos.network.toxic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static rebound.chaos.network.toxic.Piece.Last.CUT;
import static rebound.chaos.network.toxic.Piece.Last.END;
import static rebound.chaos.network.toxic.Piece.Last.RESET;

import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ToxicTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "latency",
        "bandwidth",
        "slow_close",
        "timeout",
        "reset_peer",
        "slicer",
        "limit_data",
        "noop"
      })
  void eachKindHasDefaultsAndTakesItsOwnAttributesBack(String type) {
    Toxic toxic = Toxic.ofType(type).orElseThrow();
    assertThat(toxic.type()).isEqualTo(type);
    assertThat(toxic.attributes().values()).allMatch(value -> value == 0);
    assertThat(toxic.with(Map.copyOf(toxic.attributes()))).isEqualTo(toxic);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "LATENCY", "down", "loss"})
  void thereIsNoOtherKind(String type) {
    assertThat(Toxic.ofType(type)).isEmpty();
  }

  @Test
  void refusesWhatCannotBe() {
    assertThatThrownBy(() -> new Latency(-1, 0))
        .hasMessage("latency -1 is negative; use 0 or more");
    assertThatThrownBy(() -> new Bandwidth(-5)).hasMessage("rate -5 is negative; use 0 or more");
    assertThatThrownBy(() -> new Timeout(Long.MAX_VALUE))
        .hasMessageContaining("is longer than ten years");
  }

  @Test
  void latencyNeverPassesAChunkEarly() {
    Flow flow = new Flow(new Latency(200, 0)).bytes(1).at(0);
    assertThat(flow.at(199.999).left()).isEmpty();
    assertThat(flow.at(200).left()).containsExactly("1@200");
  }

  @Test
  void latencyWaitsOfChunksThatFollowEachOtherOverlap() {
    Flow flow = new Flow(new Latency(200, 0));
    for (int chunk = 0; chunk < 5; chunk++) {
      flow.at(20 * chunk).bytes(chunk + 1);
    }
    assertThat(flow.until(1_000).left())
        .containsExactly("1@200", "2@220", "3@240", "4@260", "5@280");
  }

  @Test
  void latencyDelaysAnEndOnlyBehindBytes() {
    assertThat(new Flow(new Latency(200, 0)).last(END).at(0).left()).containsExactly("END@0");
    assertThat(new Flow(new Latency(200, 0)).bytes(1).last(END).until(500).left())
        .containsExactly("1@200", "END@200");
  }

  @Test
  void latencyJitterKeepsOrderAndStaysInItsBounds() {
    Flow flow = new Flow(new Latency(100, 40));
    for (int chunk = 1; chunk <= 200; chunk++) {
      flow.bytes(chunk);
    }
    List<String> left = flow.until(1_000).left();
    assertThat(left).hasSize(200);
    double before = 60;
    for (int chunk = 1; chunk <= 200; chunk++) {
      String[] parts = left.get(chunk - 1).split("@", -1);
      assertThat(parts[0]).isEqualTo(Integer.toString(chunk));
      assertThat(Double.parseDouble(parts[1])).isBetween(before, 139.0);
      before = Double.parseDouble(parts[1]);
    }
  }

  @Test
  void latencyJitterBeyondTheLatencyPassesManyAtOnce() {
    int atOnce = 0;
    for (int draw = 0; draw < 200; draw++) {
      Latency latency = new Latency(10, 50);
      Stage stage = latency.stage(new SplittableRandom(draw), 0, null);
      ArrayDeque<Piece> inbox = new ArrayDeque<>();
      inbox.add(new Bytes(new Flow.Uses(), ByteBuffer.allocate(1), 0));
      atOnce += stage.next(inbox, 0) == null ? 0 : 1;
    }
    // Of 100 equally likely delays from -40 to 59 ms, 41 are at most 0.
    assertThat(atOnce).isBetween(60, 105);
  }

  @Test
  void latenciesInARowAddUpAlsoWhenChunksFollowEachOther() {
    Stage first = new Latency(100, 0).stage(new SplittableRandom(1), 0, null);
    Stage second = new Latency(100, 0).stage(new SplittableRandom(1), 0, null);
    ArrayDeque<Piece> one = new ArrayDeque<>();
    ArrayDeque<Piece> two = new ArrayDeque<>();
    List<Long> leftMillis = new ArrayList<>();
    for (long milli = 0; milli <= 500; milli++) {
      if (milli < 200 && milli % 20 == 0) {
        one.add(new Bytes(new Flow.Uses(), ByteBuffer.allocate(1), milli * 1_000_000));
      }
      for (Piece piece = first.next(one, milli * 1_000_000);
          piece != null;
          piece = first.next(one, milli * 1_000_000)) {
        two.add(piece);
      }
      if (second.next(two, milli * 1_000_000) != null) {
        leftMillis.add(milli);
      }
    }
    assertThat(leftMillis)
        .containsExactly(200L, 220L, 240L, 260L, 280L, 300L, 320L, 340L, 360L, 380L);
  }

  @Test
  void aChangedLatencyCountsFromEachChunksOwnArrival() {
    Flow flow = new Flow(new Latency(1_000, 0)).bytes(1).at(10).bytes(2).at(50);
    assertThat(flow.change(new Latency(100, 0)).until(500).left())
        .containsExactly("1@100", "2@110");
  }

  @Test
  void bandwidthLetsTheFirstByteWaitForItsOwnCost() {
    assertThat(new Flow(new Bandwidth(1)).bytes(50).until(1_000).left()).containsExactly("50@50");
  }

  @Test
  void bandwidthCutsAChunkThatCostsMoreThan100Millis() {
    assertThat(new Flow(new Bandwidth(1)).bytes(250).until(1_000).left())
        .containsExactly("100@100", "100@200", "50@250");
  }

  @Test
  void bandwidthKeepsItsRateAlthoughTheLoopComesLate() {
    Flow flow = new Flow(new Bandwidth(1)).bytes(50).bytes(50).bytes(50);
    assertThat(flow.at(0).at(57).at(101).at(153).left())
        .containsExactly("50@57", "50@101", "50@153");
  }

  @Test
  void bandwidthGrantsNoBurstAfterAPause() {
    Flow flow = new Flow(new Bandwidth(1)).bytes(50).until(1_000).bytes(50).at(1_000);
    assertThat(flow.until(2_000).left()).containsExactly("50@50", "50@1050");
  }

  @Test
  void bandwidthOfNothingPassesNothingAndHoldsItsEnd() {
    Flow flow = new Flow(new Bandwidth(0)).bytes(50).last(END).until(100_000);
    assertThat(flow.left()).isEmpty();
    assertThat(flow.waiting()).isEqualTo(2);
    assertThat(flow.change(new Bandwidth(1)).until(200_000).left())
        .containsExactly("50@100050", "END@100050");
    assertThat(new Flow(new Bandwidth(0)).last(END).at(0).left()).containsExactly("END@0");
  }

  @Test
  void slowCloseDelaysTheEndAlone() {
    Flow flow = new Flow(new SlowClose(600)).bytes(5).last(END).at(0);
    assertThat(flow.left()).containsExactly("5@0");
    assertThat(flow.until(1_000).left()).containsExactly("5@0", "END@600");
  }

  @Test
  void aChangedSlowCloseStartsAgain() {
    Flow flow = new Flow(new SlowClose(600)).last(END).at(0).at(500);
    assertThat(flow.change(new SlowClose(200)).until(1_000).left()).containsExactly("END@700");
  }

  @Test
  void timeoutSwallowsBytesAndCutsAnIdleConnection() {
    Flow flow = new Flow(new Timeout(500)).at(0).at(400).bytes(5).at(400).until(899.9);
    assertThat(flow.left()).isEmpty();
    assertThat(flow.uses()).isZero();
    assertThat(flow.until(2_000).left()).containsExactly("CUT@900");
  }

  @Test
  void timeoutOfNothingNeverCutsButPassesTheEnd() {
    Flow flow = new Flow(new Timeout(0)).bytes(5).until(1_000_000);
    assertThat(flow.left()).isEmpty();
    assertThat(flow.last(END).at(1_000_001).left()).containsExactly("END@1000001");
    assertThat(flow.stage().afterRemoval()).isEqualTo(CUT);
  }

  @Test
  void resetPeerLeavesAnIdleConnectionAlone() {
    Flow flow = new Flow(new ResetPeer(0)).until(1_000_000);
    assertThat(flow.left()).isEmpty();
    assertThat(flow.stage().afterRemoval()).isNull();
  }

  @Test
  void resetPeerResetsAfterTheFirstBytesOrTheEnd() {
    assertThat(new Flow(new ResetPeer(500)).bytes(5).at(0).bytes(5).until(1_000).left())
        .containsExactly("RESET@500");
    assertThat(new Flow(new ResetPeer(0)).last(END).at(3).left()).containsExactly("RESET@3");
  }

  @Test
  void aChangedResetPeerCountsFromTheSameFirstBytes() {
    Flow flow = new Flow(new ResetPeer(28_000)).bytes(5).at(0).at(400);
    assertThat(flow.stage().afterRemoval()).isEqualTo(RESET);
    assertThat(flow.change(new ResetPeer(500)).until(1_000).left()).containsExactly("RESET@500");
  }

  @Test
  void slicerCutsInHalvesUntilThePiecesAreSmallEnough() {
    Flow flow = new Flow(new Slicer(1_024, 0, 0)).bytes(10_240).at(0);
    assertThat(flow.left()).hasSize(16).containsOnly("640@0");
    assertThat(flow.uses()).isZero();
  }

  @Test
  void slicerVariesThePieces() {
    Flow flow = new Flow(new Slicer(64, 16, 0)).bytes(10_240).at(0);
    int sum = 0;
    for (String piece : flow.left()) {
      int length = Integer.parseInt(piece.substring(0, piece.indexOf('@')));
      assertThat(length).isBetween(1, 80);
      sum += length;
    }
    assertThat(sum).isEqualTo(10_240);
    assertThat(flow.left().stream().distinct()).hasSizeGreaterThan(5);
  }

  @Test
  void slicerWaitsAfterEachPieceAlsoTheLast() {
    Flow flow = new Flow(new Slicer(10, 0, 2_000)).bytes(20).at(0).bytes(5).last(END);
    assertThat(flow.until(100).left()).containsExactly("10@0", "10@2", "5@4", "END@6");
  }

  @ParameterizedTest
  @ValueSource(longs = {0, 1, 5_000})
  void slicerComesToAnEndWithAnyVariation(long variation) {
    Flow flow = new Flow(new Slicer(0, variation, 0)).bytes(100).at(0);
    assertThat(flow.left()).hasSize(100).containsOnly("1@0");
  }

  @Test
  void limitDataPassesExactlyItsBytesThenCuts() {
    assertThat(new Flow(new LimitData(8)).bytes(5).bytes(5).at(0).left())
        .containsExactly("5@0", "3@0", "CUT@0");
    assertThat(new Flow(new LimitData(5)).bytes(5).at(0).left()).containsExactly("5@0", "CUT@0");
  }

  @Test
  void limitDataOfNothingCutsAtTheFirstBytes() {
    Flow flow = new Flow(new LimitData(0)).until(1_000);
    assertThat(flow.left()).isEmpty();
    assertThat(flow.bytes(1).at(1_001).left()).containsExactly("CUT@1001");
  }

  @Test
  void limitDataCountsOnThroughChanges() {
    Flow flow = new Flow(new LimitData(10)).bytes(6).at(0).change(new LimitData(8)).bytes(6).at(1);
    assertThat(flow.left()).containsExactly("6@0", "2@1", "CUT@1");
    Flow lowered = new Flow(new LimitData(10)).bytes(6).at(0).change(new LimitData(3)).at(1);
    assertThat(lowered.left()).containsExactly("6@0");
    assertThat(lowered.bytes(1).at(2).left()).containsExactly("6@0", "CUT@2");
  }
}
