package rebound.soak.run;

import java.io.IOException;
import java.util.Optional;
import java.util.OptionalLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import rebound.soak.evidence.sample.JvmSample;
import rebound.soak.evidence.sample.Ladder;
import rebound.soak.evidence.sample.Reading;
import rebound.soak.journal.Event;
import rebound.soak.plan.JvmLook;
import rebound.soak.plan.Phase;
import rebound.soak.plan.PhaseKind;
import rebound.soak.plan.Plan;
import rebound.soak.probe.jvm.JvmProbe;
import rebound.soak.probe.jvm.LadderClimb;
import rebound.soak.probe.process.ProcessTree;
import rebound.soak.probe.target.TargetSource;

/// Looks into a target that is a JVM where phases begin and end, and climbs the attribution ladder
/// after the last of them. Used by the run's one thread.
final class JvmWatch implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(JvmWatch.class);

  private final Optional<JvmProbe> jvm;
  private final long pid;
  private final String why;
  private JvmSample baseline =
      JvmSample.unreadable("the JVM was not looked at in the first rest of this plan");
  private JvmSample latest;
  private boolean rested;

  private JvmWatch(Optional<JvmProbe> jvm, long pid, String why) {
    this.jvm = jvm;
    this.pid = pid;
    this.why = why;
  }

  private static JvmWatch none(String why) {
    return new JvmWatch(Optional.empty(), 0, why);
  }

  /// Attaches to the target where the plan asks whether memory comes back: where it rests twice.
  /// To be called before the baseline.
  ///
  /// @param rested what the runner before this one saw at the end of the first rest
  static JvmWatch attach(Plan plan, boolean quick, OptionalLong pid, Optional<JvmSample> rested)
      throws IOException {
    long rests = plan.phases().stream().filter(it -> it.kind() == PhaseKind.REST).count();
    if (quick || plan.jvm() == JvmLook.NONE || rests < 2) {
      return none("");
    }
    if (pid.isEmpty()) {
      return none("nobody said which process the target is (--pid), so nothing was asked");
    }
    OptionalLong found = JvmProbe.find(ProcessTree.of(pid.getAsLong()));
    if (found.isEmpty()) {
      return none(
          "the target is no JVM, and cannot be told to collect or to trim: what stays is not"
              + " told apart");
    }
    try {
      JvmWatch watch =
          new JvmWatch(
              Optional.of(JvmProbe.attach(found.getAsLong(), plan.jvm() == JvmLook.MANAGEMENT)),
              found.getAsLong(),
              "");
      rested.ifPresent(
          it -> {
            watch.rested = true;
            watch.baseline = it;
          });
      return watch;
    } catch (IOException refused) {
      LOG.warn("the target's JVM cannot be looked into: {}", refused.getMessage());
      return none(String.valueOf(refused.getMessage()));
    }
  }

  /// Looks where a phase begins or ends, outside its clock.
  ///
  /// @return empty where the target is not looked into
  Optional<Event.JvmMarked> mark(String name) {
    latest = jvm.map(JvmProbe::read).orElse(null);
    return Optional.ofNullable(latest).map(it -> new Event.JvmMarked(name, it));
  }

  /// The first rest's end is what the ladder counts from.
  void ended(Phase phase) {
    if (phase.kind() == PhaseKind.REST && !rested) {
      rested = true;
      baseline = latest == null ? baseline : latest;
    }
  }

  /// The newest look, or null.
  JvmSample latest() {
    return latest;
  }

  /// Climbs the ladder: after the last reading, since it changes what it measures.
  ///
  /// @return empty where nobody wants it
  Optional<Event.Climbed> climb(Optional<TargetSource> source) {
    if (jvm.isPresent() && ProcessHandle.of(pid).isEmpty()) {
      return Optional.of(
          unclimbed("the process that was watched, " + pid + ", ended, and what it held with it"));
    }
    if (jvm.isPresent() && source.isPresent()) {
      Ladder ladder = LadderClimb.climb(jvm.get(), source.get(), baseline);
      return Optional.of(new Event.Climbed(System.nanoTime(), ladder, ""));
    }
    return why.isEmpty() ? Optional.empty() : Optional.of(unclimbed(why));
  }

  private static Event.Climbed unclimbed(String why) {
    Reading none = Reading.unreadable(why);
    JvmSample nothing = JvmSample.unreadable(why);
    return new Event.Climbed(
        System.nanoTime(), new Ladder(none, none, none, nothing, nothing), why);
  }

  @Override
  public void close() {
    try {
      if (jvm.isPresent()) {
        jvm.get().close();
      }
    } catch (IOException gone) {
      LOG.debug("the target's management agent went before we let go of it", gone);
    }
  }
}
