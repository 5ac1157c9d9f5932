package rebound.soak.cli;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import rebound.soak.evidence.RunRecord;
import rebound.soak.live.LiveMetrics;
import rebound.soak.plan.ExperimentPlan;
import rebound.soak.plan.Plan;
import rebound.soak.planfile.PlanReader;
import rebound.soak.planfile.QuickLook;
import rebound.soak.planfile.UsageException;
import rebound.soak.planfile.YamlFile;
import rebound.soak.run.Attachment;
import rebound.soak.run.Interruption;
import rebound.soak.run.RunRequest;
import rebound.soak.target.Home;
import rebound.soak.target.StartException;
import rebound.soak.target.TargetLibrary;
import rebound.soak.target.TargetSpec;

/// `rebound run`: drives a target through a plan and says whether it came back.
@Command(
    name = "run",
    description = {
      "Drives a server through a plan: does it come back?",
    },
    mixinStandardHelpOptions = true,
    sortOptions = false,
    footer = {
      "",
      "Exit codes: 0 PASS, 1 a gate failed, 2 wrong usage or plan, 3 INVALID, 4 INCONCLUSIVE,",
      "            5 the target died or never got ready, 130 interrupted",
      "",
      "Examples:",
      "  rebound run --quick",
      "  rebound run resilience --target node-http",
      "  rebound run --url http://127.0.0.1:8080 --pid 4711",
      "  rebound run mine.yaml --url https://localhost:8443 --systemd shop.service",
      "  rebound run soak --metrics-port 9464",
      "  rebound run hello --target coroutine --target bun",
      "  rebound run frameworks --targets all",
      "  rebound run capacity --need 12000/s --headroom 0.3 --failures 1",
      "  rebound run overload",
      "  rebound run --sweep database.delay=1..200ms --sweep connections=8..512",
      "  rebound run --set phases.soak.duration=4h",
      "  rebound run memory-return --matrix",
      "  rebound run memory-return --matrix=pool-bounded,pool-default --set repeat.times=3",
      "  rebound run --repeat 6 --baseline 20260102T030405Z-resilience-repeats"
    })
final class RunCommand implements Callable<Integer> {
  private final Home home;
  private final BuildService service;
  private final Map<String, String> environment;

  @Spec private CommandSpec spec;

  @Mixin private PlanOptions plan;

  @Option(
      names = "--sweep",
      paramLabel = "AXIS=RANGE",
      description = {
        "axis of a grid of loads and delays: database.delay=1..200ms, connections=8..512,",
        "with :N for N places; repeatable, plan surface"
      })
  private Map<String, String> sweeps = new LinkedHashMap<>();

  @Option(
      names = "--target",
      paramLabel = "NAME|FILE",
      description = "target to start and stop; repeatable; default: the plan's own")
  private List<String> targets = new ArrayList<>();

  @Option(
      names = "--targets",
      paramLabel = "all",
      description = "all: every built-in target that this machine can carry")
  private String everyTarget;

  @ArgGroup(exclusive = false, heading = "Attach instead of starting:%n")
  private AttachOptions attach;

  @Option(
      names = "--allow-remote",
      paramLabel = "HOST",
      description = "needed before anything is sent to a host that is not loopback")
  private List<String> remote = new ArrayList<>();

  @Mixin private LiveOptions live;

  @Option(
      names = "--matrix",
      paramLabel = "SETTINGS",
      arity = "0..1",
      fallbackValue = "all",
      description =
          "the plan once for each setting of its matrix, in one table; all, or names with commas")
  private String matrix;

  @Option(names = "--quick", description = "a first look in under a minute, no release verdict")
  private boolean quick;

  @Option(names = "--strict", description = "a quick look judges all gates")
  private boolean strict;

  @ArgGroup(
      exclusive = false,
      heading = "What has to be carried, with a plan that searches a capacity:%n")
  private NeedOptions need;

  @Option(
      names = "--toxiproxy",
      paramLabel = "URL",
      description = "use that Toxiproxy server instead of the embedded one")
  private String toxiproxy;

  @Mixin private RunsOption runs;

  @Mixin private ProgressOption progress;

  @Mixin private RepeatOptions repeats;

  @Option(names = "--quiet", description = "only the result")
  private boolean quiet;

  RunCommand(Home home, BuildService service, Map<String, String> environment) {
    this.home = home;
    this.service = service;
    this.environment = environment;
  }

  @Override
  public Integer call() throws IOException, InterruptedException, StartException {
    YamlFile file = plan.read(sweeps);
    if (need != null) {
      need.set(file);
    }
    if (toxiproxy != null) {
      file.set("toxiproxy", toxiproxy, "--toxiproxy");
    }
    Plan resolved = PlanReader.read(file);
    if (quick) {
      List<String> leftOut = QuickLook.shorten(file, resolved);
      if (!leftOut.isEmpty()) {
        spec.commandLine()
            .getErr()
            .println("left out of a quick look: " + String.join(", ", leftOut));
      }
      resolved = PlanReader.read(file);
    }
    TargetLibrary library = new TargetLibrary(home.directory());
    if (everyTarget != null) {
      file.set("targets", all(library), "--targets");
      resolved = PlanReader.read(file);
    }
    Optional<LiveMetrics> shown = live.open(remote);
    try {
      shown
          .flatMap(LiveMetrics::address)
          .ifPresent(it -> spec.commandLine().getErr().println("live metrics at " + it));
      return perform(library, file, resolved, new Audience(service, shown));
    } finally {
      shown.ifPresent(LiveMetrics::close);
    }
  }

  private int perform(TargetLibrary library, YamlFile file, Plan resolved, Audience audience)
      throws IOException, InterruptedException, StartException {
    List<RunRecord> bases = repeats.bases(home, runs, resolved);
    Interruption interruption = new Interruption();
    if (resolved.comparison().isPresent() && attach == null) {
      try (InterruptOnSignal _ = InterruptOnSignal.install(interruption)) {
        TargetSpec any = library.find(resolved.comparison().get().reference());
        return comparing(library, audience)
            .run(targets, request(file, resolved, any, null), interruption);
      }
    }
    List<RunRequest> requests = requests(library, file, resolved);
    if (matrix != null) {
      return matrix(requests, interruption);
    }
    try (InterruptOnSignal _ = InterruptOnSignal.install(interruption)) {
      return new Repeating(spec, mode(), audience)
          .all(requests, repeats.times(), bases, interruption);
    }
  }

  private int matrix(List<RunRequest> requests, Interruption interruption)
      throws IOException, InterruptedException {
    if (requests.size() != 1 || attach != null) {
      throw new UsageException(
          "--matrix goes through settings of one target that it starts itself: name one --target");
    }
    try (InterruptOnSignal _ = InterruptOnSignal.install(interruption)) {
      return MatrixOption.run(
          requests.getFirst(),
          MatrixOption.chosen(requests.getFirst(), matrix),
          interruption,
          spec.commandLine().getOut(),
          spec.commandLine().getErr(),
          mode());
    }
  }

  /// All targets that may be compared, as the plan's file would write them.
  private String all(TargetLibrary library) {
    if (!everyTarget.equals("all") || !targets.isEmpty()) {
      throw new UsageException(
          "--targets is '" + everyTarget + "': write --targets all, or --target NAME for some");
    }
    return library.names().stream()
        .filter(name -> library.find(name).compared())
        .collect(Collectors.joining(", ", "[", "]"));
  }

  private ProgressMode mode() {
    return quiet ? ProgressMode.NONE : progress.mode();
  }

  private Comparing comparing(TargetLibrary library, Audience audience) {
    return new Comparing(
        library, spec.commandLine().getOut(), spec.commandLine().getErr(), mode(), audience);
  }

  private List<RunRequest> requests(TargetLibrary library, YamlFile file, Plan resolved)
      throws IOException, InterruptedException {
    if (attach != null) {
      Attachment attachment = attach.attachment(remote, environment, home.path());
      if (resolved.experiment().map(ExperimentPlan::processes).orElse(1) > 1) {
        throw new UsageException(
            "processes is more than 1 with --url: a server that runs already cannot be started"
                + " afresh; use --target, or --set capacity.processes=1");
      }
      return List.of(request(file, resolved, attach.spec(targets, library, resolved), attachment));
    }
    List<RunRequest> requests = new ArrayList<>();
    for (String name : targets.isEmpty() ? resolved.targets() : targets) {
      TargetSpec target = library.find(name);
      Attachment running =
          target.url().map(it -> AttachOptions.attachment(it, remote)).orElse(null);
      requests.add(request(file, resolved, target, running));
    }
    return requests;
  }

  private RunRequest request(
      YamlFile file, Plan resolved, TargetSpec target, Attachment attachment) {
    return new RunRequest(
        home,
        resolved,
        file.write(),
        target,
        Optional.ofNullable(attachment),
        quick,
        strict,
        runs.folder(home),
        Optional.empty());
  }
}
