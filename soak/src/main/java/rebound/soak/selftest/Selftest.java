package rebound.soak.selftest;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Consumer;
import java.util.function.Predicate;
import rebound.soak.run.Interruption;
import rebound.soak.target.Home;

/// Runs the negative controls: shows that Rebound can go red, and that it stays green where
/// nothing is wrong.
///
/// Soaks load their servers with a hundred requests a second and so run side by side; the others
/// run one after the other.
public final class Selftest {
  private final double scale;
  private final ControlRun run;
  private final Interruption interruption;

  /// Prepares.
  ///
  /// @param home where Rebound is installed
  /// @param runs folder that takes the controls' runs
  /// @param scale how much shorter soaks are than in life: 60 takes two minutes, 1 an hour
  /// @param interruption asks for an early end
  public Selftest(Home home, Path runs, double scale, Interruption interruption) {
    if (!(scale >= 1 && scale <= 60)) {
      throw new IllegalArgumentException(
          "scale is " + scale + "; use 1 (life) to 60 (a minute for an hour)");
    }
    this.scale = scale;
    this.interruption = interruption;
    this.run = new ControlRun(home, runs, scale, interruption);
  }

  /// The controls' names with what each must get.
  public static List<String> names() {
    return Control.all(60).stream().map(Control::name).toList();
  }

  /// What a control must get, in words.
  public String wanted(String name) {
    return Control.all(scale).stream()
        .filter(it -> it.name().equals(name))
        .findFirst()
        .map(it -> it.expected().words())
        .orElseThrow(() -> new IllegalArgumentException("there is no control " + name));
  }

  /// Runs the controls that are wanted.
  ///
  /// @param wanted by name
  /// @param each hears of each control as it ends, on the caller's thread
  /// @return all that were run
  public List<Found> run(Predicate<String> wanted, Consumer<Found> each)
      throws InterruptedException {
    List<Control> controls =
        Control.all(scale).stream().filter(it -> wanted.test(it.name())).toList();
    List<Found> found = new ArrayList<>();
    Consumer<Found> note =
        it -> {
          found.add(it);
          each.accept(it);
        };
    sideBySide(controls.stream().filter(it -> !it.alone()).toList(), note);
    for (Control control : controls) {
      if (control.alone() && !interruption.asked()) {
        note.accept(one(control));
      }
    }
    return found;
  }

  private void sideBySide(List<Control> controls, Consumer<Found> note)
      throws InterruptedException {
    try (ExecutorService threads =
        Executors.newThreadPerTaskExecutor(Thread.ofPlatform().name("control-", 0).factory())) {
      List<Future<Found>> running = new ArrayList<>();
      for (Control control : controls) {
        running.add(threads.submit(() -> one(control)));
      }
      for (Future<Found> future : running) {
        note.accept(future.get());
      }
    } catch (ExecutionException e) {
      throw new IllegalStateException("a control threw what none may throw", e.getCause());
    }
  }

  /// A control that breaks is wrong; the others still run.
  private Found one(Control control) throws InterruptedException {
    try {
      return run.run(control);
    } catch (InterruptedException e) {
      throw e;
    } catch (Exception e) {
      return Found.broken(control, e);
    }
  }
}
