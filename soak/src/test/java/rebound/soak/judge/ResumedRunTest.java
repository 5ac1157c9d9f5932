package rebound.soak.judge;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import rebound.soak.evidence.CycleRecord;
import rebound.soak.evidence.GateRecord;
import rebound.soak.evidence.MemoryRecord;
import rebound.soak.evidence.PhaseRecord;
import rebound.soak.evidence.RunRecord;
import rebound.soak.evidence.Verdict;
import rebound.soak.evidence.sample.Environment;
import rebound.soak.journal.Event;
import rebound.soak.journal.Journal;
import rebound.soak.journal.JournalReader;
import rebound.soak.journal.RunFolder;
import rebound.soak.planfile.PlanReader;
import rebound.soak.planfile.YamlFile;
import rebound.soak.probe.machine.EnvironmentReader;
import rebound.soak.result.SampleRun;
import rebound.soak.run.Resumption;

/// A run that two runners made, with a process of the target's each.
class ResumedRunTest {
  private static final String SETTLED = "memoryReturn.settledRatio";

  @TempDir private Path runs;
  private RunFolder folder;
  private List<Event> whole;

  @BeforeEach
  void sample() throws IOException {
    folder = SampleRun.write(runs, "tiny", 1, SampleRun.WHOLE);
    String plan = Files.readString(folder.file("plan.yaml"));
    folder.write("plan.yaml", plan + "  - {metric: " + SETTLED + ", max: 1.1}\n");
    whole = new ArrayList<>();
    JournalReader.read(folder.journal(), whole::add);
  }

  private RunRecord judge(List<Event> events) throws IOException {
    Files.delete(folder.journal());
    try (Journal journal = Journal.open(folder.journal())) {
      for (Event event : events) {
        journal.write(event);
      }
    }
    return Judge.judge(
        folder,
        PlanReader.read(YamlFile.parse("plan.yaml", Files.readString(folder.file("plan.yaml")))));
  }

  private static Event.RunEnded ended(String interrupted, boolean died, String invalid) {
    return new Event.RunEnded(1_000_000_000_000L, interrupted, died, invalid);
  }

  /// The events before the end of a phase, its end, and those after it.
  private int endOf(String phase) {
    for (int i = 0; i < whole.size(); i++) {
      if (whole.get(i) instanceof Event.PhaseEnded(PhaseRecord it) && it.name().equals(phase)) {
        return i;
      }
    }
    throw new AssertionError(phase);
  }

  private int startOf(String phase) {
    for (int i = 0; i < whole.size(); i++) {
      if (whole.get(i) instanceof Event.PhaseStarted it && it.phase().equals(phase)) {
        return i;
      }
    }
    throw new AssertionError(phase);
  }

  private static GateRecord gate(RunRecord run, String name) {
    return run.gates().stream().filter(it -> it.name().startsWith(name)).findFirst().orElseThrow();
  }

  private List<Event> resumed(int at, Event.RunEnded end, int kept) {
    List<Event> events = new ArrayList<>(whole.subList(0, at));
    events.add(end);
    events.add(new Event.Resumed(1_000_000_000_000L, kept));
    events.add(new Event.TargetReady(400.0, null, "78@2345"));
    events.addAll(whole.subList(at, whole.size()));
    return events;
  }

  /// A record of a phase with another memory, and another trust.
  private static PhaseRecord with(PhaseRecord it, MemoryRecord memory, List<String> reasons) {
    return new PhaseRecord(
        it.name(),
        it.title(),
        it.kind(),
        it.startSeconds(),
        it.seconds(),
        it.attempt(),
        it.applicable(),
        it.populations(),
        it.ceilingPerSecond(),
        memory,
        it.cpuSeconds(),
        it.cpuSecondsPer100k(),
        it.busiestThreadRatio(),
        it.liveness(),
        it.machine(),
        it.database(),
        it.driver(),
        reasons.isEmpty(),
        reasons,
        it.faults(),
        it.recovery());
  }

  private static MemoryRecord peak(MemoryRecord it, Long peakBytes) {
    return new MemoryRecord(
        it.beforeBytes(),
        peakBytes,
        it.afterBytes(),
        it.medianBytes(),
        it.anonBytes(),
        it.fileBytes(),
        it.pssBytes(),
        it.threads(),
        it.fileDescriptors(),
        it.ussBytes(),
        it.kernel(),
        it.jvm(),
        it.samples(),
        it.unreadable());
  }

  private RunRecord judgeWith(String phase, UnaryOperator<PhaseRecord> change) throws IOException {
    List<Event> events = new ArrayList<>(whole);
    int at = endOf(phase);
    PhaseRecord record = ((Event.PhaseEnded) events.get(at)).record();
    events.set(at, new Event.PhaseEnded(change.apply(record)));
    return judge(events);
  }

  @Test
  void thePeakIsThatOfTheLoadAndNotOfTheRestBefore() throws IOException {
    RunRecord run =
        judgeWith("rest-warm", it -> with(it, peak(it.memory(), 900_000_000L), List.of()));

    assertThat(run.memoryReturn().peakBytes()).isEqualTo(121_000_000);
  }

  @Test
  void withoutThePeakThereIsNoVerdictOnMemory() throws IOException {
    RunRecord run = judgeWith("soak", it -> with(it, MemoryRecord.unreadable("gone"), List.of()));

    assertThat(gate(run, SETTLED).verdict()).isEqualTo(Verdict.INVALID);
    assertThat(run.memoryReturn().why()).contains("phase soak", "gone");
  }

  @Test
  void aLastRestThatCouldNotBeReadToItsEndReturnsNothing() throws IOException {
    RunRecord run = judgeWith("rest", it -> with(it, MemoryRecord.unreadable("gone"), List.of()));

    assertThat(gate(run, SETTLED).verdict()).isEqualTo(Verdict.INVALID);
    assertThat(run.memoryReturn().why()).contains("gone");
    assertThat(run.memoryReturn().cycles()).isEmpty();
  }

  @Test
  void aRestInWhichPagesWereSwappedReturnsNothing() throws IOException {
    RunRecord run = judgeWith("rest", it -> with(it, it.memory(), List.of("9 pages were swapped")));

    assertThat(gate(run, SETTLED).verdict()).isEqualTo(Verdict.INVALID);
    assertThat(run.memoryReturn().why()).contains("phase rest", "9 pages were swapped");
  }

  @Test
  void oneRunnerPasses() throws IOException {
    RunRecord run = judge(whole);

    assertThat(run.verdict()).isEqualTo(Verdict.PASS);
    assertThat(gate(run, SETTLED).verdict()).isEqualTo(Verdict.PASS);
  }

  @Test
  void aDeathStaysWhoeverGoesOn() throws IOException {
    RunRecord run = judge(resumed(endOf("c64") + 1, ended("", true, ""), 3));

    assertThat(run.exitCode()).isEqualTo(5);
    assertThat(run.verdict()).isEqualTo(Verdict.FAIL);
    assertThat(Resumption.of(folder).over()).isEqualTo("its target died");
  }

  @Test
  void whatSpoiledAPhaseStaysAndAStartThatFailedDoesNot() throws IOException {
    RunRecord spoiled = judge(resumed(endOf("c64") + 1, ended("", false, "a bug"), 3));
    assertThat(spoiled.exitCode()).isEqualTo(3);
    assertThat(Resumption.of(folder).over()).isEqualTo("a bug");

    List<Event> busy = resumed(startOf("warm-up"), ended("", false, "port 80 is busy"), 0);
    assertThat(judge(busy).exitCode()).isZero();
    assertThat(Resumption.of(folder).over()).isEmpty();
  }

  @Test
  void whatWasWrittenBeforeTheMachineWasStartedAgainIsNotGoneOnWith() throws IOException {
    Object here = EnvironmentReader.bootId();
    judge(onBoot(here));
    assertThat(Resumption.of(folder).over()).isEmpty();

    judge(onBoot("another"));
    assertThat(Resumption.of(folder).over()).isEqualTo("the machine was started again since");
  }

  private List<Event> onBoot(Object id) {
    List<Event> events = new ArrayList<>(whole);
    events.replaceAll(
        it ->
            it instanceof Event.RunStarted was
                ? new Event.RunStarted(
                    was.plan(),
                    was.target(),
                    was.seed(),
                    was.startedAt(),
                    was.originNanos(),
                    was.quick(),
                    was.strict(),
                    was.watched(),
                    new Environment(Map.of("bootId", id)))
                : it);
    return events;
  }

  @Test
  void memoryOfTwoProcessesIsNotCompared() throws IOException {
    RunRecord run = judge(resumed(startOf("soak"), ended("an interrupt", false, ""), 3));

    assertThat(run.memoryReturn().returnClass()).isEqualTo("UNKNOWN");
    assertThat(gate(run, SETTLED).verdict()).isEqualTo(Verdict.INVALID);
    assertThat(run.memoryReturn().why()).contains("resumed", "two processes");
    assertThat(run.memoryReturn().descriptorsLeft()).isNull();
    assertThat(run.exitCode()).isEqualTo(3);
  }

  @Test
  void anAttachedProcessThatIsStillTheSameIs() throws IOException {
    List<Event> events = resumed(startOf("soak"), ended("an interrupt", false, ""), 3);
    int again = events.indexOf(new Event.Resumed(1_000_000_000_000L, 3)) + 1;
    events.replaceAll(
        it -> it instanceof Event.TargetReady ? new Event.TargetReady(null, null, "77@1234") : it);

    RunRecord same = judge(events);
    assertThat(gate(same, SETTLED).verdict()).isEqualTo(Verdict.PASS);
    assertThat(same.memoryReturn().descriptorsLeft()).isZero();

    events.set(again, new Event.TargetReady(null, null, "77@9999"));
    assertThat(gate(judge(events), SETTLED).verdict()).isEqualTo(Verdict.INVALID);

    events.set(again, new Event.TargetReady(null, null, null));
    assertThat(gate(judge(events), SETTLED).verdict()).isEqualTo(Verdict.INVALID);
  }

  @Test
  void aResumptionWhoseTargetNeverGotReadyChangesNothing() throws IOException {
    List<Event> events = resumed(startOf("soak"), ended("an interrupt", false, ""), 3);
    int again = events.indexOf(new Event.Resumed(1_000_000_000_000L, 3));
    events.add(again, new Event.Resumed(1_000_000_000_000L, 3));
    events.replaceAll(
        it -> it instanceof Event.TargetReady ? new Event.TargetReady(null, null, "77@1234") : it);

    assertThat(gate(judge(events), SETTLED).verdict()).isEqualTo(Verdict.PASS);
  }

  @Test
  void memoryOfATargetThatWasStartedAgainBetweenTheRestsIsNot() throws IOException {
    RunRecord killed = judge(startedAgainIn("soak"));
    assertThat(gate(killed, SETTLED).verdict()).isEqualTo(Verdict.INVALID);
    assertThat(killed.memoryReturn().why()).contains("phase soak", "two processes");
    assertThat(killed.memoryReturn().descriptorsLeft()).isNull();
    assertThat(killed.startupMillis()).isEqualTo(420.0);

    assertThat(gate(judge(startedAgainIn("rest")), SETTLED).verdict()).isEqualTo(Verdict.INVALID);
    assertThat(gate(judge(startedAgainIn("recovery")), SETTLED).verdict()).isEqualTo(Verdict.PASS);
    assertThat(gate(judge(startedAgainIn("warm-up")), SETTLED).verdict()).isEqualTo(Verdict.PASS);
  }

  private List<Event> startedAgainIn(String phase) {
    List<Event> events = new ArrayList<>(whole);
    events.add(startOf(phase) + 1, new Event.TargetReady(300.0, null, "78@2345"));
    return events;
  }

  @Test
  void floorsOfTwoProcessesAreNoRatchetAndNoPass() throws IOException {
    List<SampleRun.Part> parts = new ArrayList<>(List.of(SampleRun.WHOLE.getFirst()));
    for (int cycle = 0; cycle < 4; cycle++) {
      parts.add(new SampleRun.Part("rest-" + cycle, "rest", 3));
      parts.add(new SampleRun.Part("load-" + cycle, "load", 2));
    }
    folder = SampleRun.write(runs, "cycles", 1, parts);
    whole.clear();
    JournalReader.read(folder.journal(), whole::add);
    String gate = "no cycle leaves more behind";

    RunRecord one = judge(whole);
    assertThat(gate(one, gate).verdict()).isEqualTo(Verdict.NOT_JUDGED);
    assertThat(one.memoryReturn().cycles())
        .extracting(CycleRecord::rest)
        .containsExactly("rest-1", "rest-2", "rest-3");
    assertThat(one.ratchet().floorsBytes())
        .isEqualTo(one.memoryReturn().cycles().stream().map(CycleRecord::floorBytes).toList());
    RunRecord run = judge(resumed(startOf("rest-2"), ended("an interrupt", false, ""), 5));
    assertThat(gate(run, gate).verdict()).isEqualTo(Verdict.INVALID);
    assertThat(gate(run, gate).why()).contains("two processes");
  }

  @Test
  void memoryThatOneProcessHeldFromTheFirstToTheLastRestIs() throws IOException {
    RunRecord run = judge(resumed(startOf("recovery"), ended("an interrupt", false, ""), 5));

    assertThat(gate(run, SETTLED).verdict()).isEqualTo(Verdict.PASS);
    assertThat(run.memoryReturn().descriptorsLeft()).isZero();
    assertThat(run.exitCode()).isZero();
  }

  @Test
  void aPhaseThatWasCutShortCountsOnceAfterItWasDoneAgain() throws IOException {
    Event.PhaseStarted longer =
        new Event.PhaseStarted("c64", "64 connections", "load", 1_000_000_000_000L, 60, 1);
    List<Event> first = new ArrayList<>(whole.subList(0, startOf("c64")));
    first.add(longer);
    first.addAll(whole.subList(startOf("c64") + 1, endOf("c64") + 1));
    first.add(ended("an interrupt", false, ""));

    RunRecord cut = judge(first);

    assertThat(cut.phases()).hasSize(3);
    int kept = Resumption.of(folder).done().size();
    assertThat(kept).isEqualTo(2);

    List<Event> again = new ArrayList<>(first);
    again.add(new Event.Resumed(1_000_000_000_000L, kept));
    again.addAll(whole.subList(startOf("c64"), whole.size()));
    RunRecord run = judge(again);

    assertThat(run.phases())
        .extracting(PhaseRecord::name)
        .containsExactly("warm-up", "rest-warm", "c64", "soak", "rest", "recovery");
    assertThat(run.phases()).isEqualTo(judge(whole).phases());
  }

  @Test
  void anInterruptBetweenTwoPhasesRepeatsNone() throws IOException {
    List<Event> first = new ArrayList<>(whole.subList(0, endOf("soak") + 1));
    first.add(ended("an interrupt", false, ""));
    judge(first);

    assertThat(Resumption.of(folder).done()).hasSize(4);
  }
}
