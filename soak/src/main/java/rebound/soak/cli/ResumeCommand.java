package rebound.soak.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import rebound.soak.journal.RunFolder;
import rebound.soak.plan.Plan;
import rebound.soak.planfile.PlanReader;
import rebound.soak.planfile.UsageException;
import rebound.soak.planfile.YamlFile;
import rebound.soak.run.Attachment;
import rebound.soak.run.Interruption;
import rebound.soak.run.Resumption;
import rebound.soak.run.RunRequest;
import rebound.soak.target.Home;
import rebound.soak.target.StartException;
import rebound.soak.target.TargetLibrary;
import rebound.soak.target.TargetSpec;

/// `rebound resume`: goes on with an interrupted run; the gap is recorded.
@Command(
    name = "resume",
    description = {
      "Goes on with an interrupted run.",
      "",
      "Goes on with an interrupted run after its last whole phase; the gap is noted."
    },
    mixinStandardHelpOptions = true,
    sortOptions = false,
    footer = {"", "Example: rebound resume latest"})
final class ResumeCommand implements Callable<Integer> {
  private final Home home;
  private final BuildService service;
  private final Map<String, String> environment;

  @Spec private CommandSpec spec;

  @Parameters(arity = "1", paramLabel = "RUN", description = "a run's folder, its name, or latest")
  private String run;

  @Option(
      names = "--target",
      paramLabel = "NAME|FILE",
      description = "where the run's own target was a file, or is attached to")
  private String target;

  @ArgGroup(exclusive = false, heading = "Attach instead of starting:%n")
  private AttachOptions attach;

  @Option(
      names = "--allow-remote",
      paramLabel = "HOST",
      description = "needed before anything is sent to a host that is not loopback")
  private List<String> remote = new ArrayList<>();

  @Mixin private RunsOption runs;

  @Mixin private ProgressOption progress;

  ResumeCommand(Home home, BuildService service, Map<String, String> environment) {
    this.home = home;
    this.service = service;
    this.environment = environment;
  }

  @Override
  public Integer call() throws IOException, InterruptedException, StartException {
    RunFolder folder = runs.find(home, run);
    YamlFile file = YamlFile.parse("plan.yaml", Files.readString(folder.file("plan.yaml")));
    Plan plan = PlanReader.read(file);
    Resumption resumption = Resumption.of(folder);
    if (plan.experiment().isPresent()) {
      throw new UsageException(
          "run "
              + folder.path()
              + " is a search, which needs one sitting: 'rebound report' shows what it found so"
              + " far, 'rebound run' searches anew");
    }
    if (!resumption.over().isEmpty()) {
      throw new UsageException(
          "run "
              + folder.path()
              + " cannot go on ("
              + resumption.over()
              + "): 'rebound report' shows what was seen, 'rebound run' starts anew");
    }
    if (resumption.done().size() >= plan.phases().size()) {
      throw new UsageException(
          "run " + folder.path() + " came to its end: there is nothing to go on with");
    }
    Interruption interruption = new Interruption();
    try (InterruptOnSignal _ = InterruptOnSignal.install(interruption)) {
      return Performance.of(
              request(file, plan, resumption),
              interruption,
              spec,
              progress.mode(),
              Audience.of(service))
          .run()
          .exitCode();
    }
  }

  private RunRequest request(YamlFile file, Plan plan, Resumption resumption)
      throws IOException, InterruptedException {
    TargetLibrary library = new TargetLibrary(home.directory());
    Optional<Attachment> attachment =
        attach == null
            ? Optional.empty()
            : Optional.of(attach.attachment(remote, environment, home.path()));
    TargetSpec spec =
        attachment.isPresent()
            ? attach.spec(target == null ? List.of() : List.of(target), library, plan)
            : library.find(target == null ? resumption.started().target() : target);
    return new RunRequest(
        home,
        plan,
        file.write(),
        spec,
        attachment,
        resumption.started().quick(),
        resumption.started().strict(),
        runs.folder(home),
        Optional.of(resumption));
  }
}
