package rebound.soak.matrix;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import rebound.soak.journal.RunFolder;
import rebound.soak.plan.MatrixVariant;
import rebound.soak.planfile.Choices;
import rebound.soak.planfile.PlanReader;
import rebound.soak.planfile.UsageException;
import rebound.soak.planfile.YamlFile;
import rebound.soak.result.ResultFiles;
import rebound.soak.run.Interruption;
import rebound.soak.run.RunListener;
import rebound.soak.run.RunRequest;
import rebound.soak.run.Runner;
import rebound.soak.target.StartException;
import rebound.soak.target.TargetSpec;

/// Runs a plan variant after variant, each with a process of its own. What memory does hangs on the
/// setting by factors, not by percents, so one run each is enough where throughput would need
/// interleaved pairs.
public final class MatrixRun {
  private static final Logger LOG = LoggerFactory.getLogger(MatrixRun.class);

  private final RunRequest request;
  private final Interruption interruption;
  private final Consumer<RunRequest> opening;
  private final RunListener listener;

  /// Prepares; nothing happens before [#run].
  ///
  /// @param request home, plan, target and folder of runs
  /// @param interruption asks for an early end
  /// @param opening hears of each single run before it starts
  /// @param listener hears what happens in the single runs
  public MatrixRun(
      RunRequest request,
      Interruption interruption,
      Consumer<RunRequest> opening,
      RunListener listener) {
    this.request = request;
    this.interruption = interruption;
    this.opening = opening;
    this.listener = listener;
  }

  /// Runs the variants.
  ///
  /// @return the matrix's folder, from which its files are made
  /// @throws UsageException where the target's command is no `java … -jar`
  public RunFolder run(List<MatrixVariant> variants) throws IOException, InterruptedException {
    List<RunRequest> requests = new ArrayList<>();
    Instant startedAt = Instant.now().truncatedTo(ChronoUnit.MILLIS);
    for (MatrixVariant variant : variants) {
      requests.add(one(variant));
    }
    RunFolder folder =
        RunFolder.create(
            request.runs(), startedAt, request.plan().name(), request.target().name() + "-matrix");
    folder.write("plan.yaml", request.planText());
    MatrixFiles.keep(
        folder,
        new MatrixFacts(
            request.plan().name(),
            request.target().name(),
            startedAt.toString(),
            variants.stream().map(MatrixFacts.VariantFacts::of).toList()));
    for (RunRequest single : requests) {
      if (!interruption.asked()) {
        perform(single, MatrixFiles.runs(folder));
      }
    }
    return folder;
  }

  private RunRequest one(MatrixVariant variant) {
    YamlFile file = YamlFile.parse("plan.yaml", request.planText());
    variant.jvm().ifPresent(it -> file.set("jvm", Choices.write(it), "--matrix"));
    return new RunRequest(
        request.home(),
        PlanReader.read(file),
        file.write(),
        with(request.target(), variant),
        Optional.empty(),
        false,
        request.strict(),
        request.runs(),
        Optional.empty());
  }

  /// The target under the variant's name, with its options after the target's own, which they so
  /// overrule.
  private static TargetSpec with(TargetSpec target, MatrixVariant variant) {
    return target
        .withJava(variant.java())
        .orElseThrow(
            () ->
                new UsageException(
                    "target "
                        + target.name()
                        + ": --matrix varies options of a JVM, and its command has no -jar; name a"
                        + " target that is started by java -jar"))
        .as(variant.name(), 1, variant.arguments());
  }

  private void perform(RunRequest single, Path runs) throws IOException, InterruptedException {
    RunRequest there =
        new RunRequest(
            single.home(),
            single.plan(),
            single.planText(),
            single.target(),
            single.attachment(),
            single.quick(),
            single.strict(),
            runs,
            single.resumption());
    opening.accept(there);
    try {
      ResultFiles.write(new Runner(there, listener, interruption).run());
    } catch (StartException notReady) {
      // Its journal says so too: the row shows a target that died, and the others go on.
      LOG.error("{} did not start: {}", single.target().name(), notReady.getMessage());
    }
  }
}
