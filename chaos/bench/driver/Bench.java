import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Sets the driver beside wrk, ab and h2load against a responder that does nothing. Clients take
/// turns, so that a change of the machine's speed meets all of them; a round in which others used
/// the machine is thrown away. See the README beside it.
final class Bench {
  /// One client's run.
  record Run(
      String client,
      double requestsPerSecond,
      double cpuPer100k,
      double rssMegabytes,
      double othersRatio,
      double responderIdleRatio) {}

  /// How a client is called, and how its output is read.
  record Client(String name, List<String> command, Pattern rate, Pattern requests) {}

  private static final double TICKS = 100;
  private static final Path HERE = Path.of("chaos/bench/driver");

  private final Map<String, String> options = new TreeMap<>();
  private final Path work = Files.createTempDirectory("rebound-bench");
  private Process responder;
  private int port;

  Bench(String[] words) throws IOException {
    options.putAll(
        Map.of(
            "--connections", "64,1024,4096",
            "--pairs", "5",
            "--seconds", "4",
            "--warm-up", "8",
            "--others", "0.05",
            "--client-cpu", "1",
            "--responder-cpu", "0",
            "--only", "closed,pipelining,open,memory"));
    for (int i = 0; i + 1 < words.length; i += 2) {
      if (!options.containsKey(words[i])) {
        System.err.println(words[i] + " is no option; there are " + options.keySet());
        System.exit(2);
      }
      options.put(words[i], words[i + 1]);
    }
  }

  public static void main(String[] words) throws Exception {
    Bench bench = new Bench(words);
    Runtime.getRuntime().addShutdownHook(new Thread(bench::stopResponder));
    bench.startResponder();
    List<String> only = Arrays.asList(bench.options.get("--only").split(","));
    if (only.contains("closed")) {
      for (String connections : bench.options.get("--connections").split(",")) {
        bench.compare("closed, " + connections + " connections", bench.closed(connections));
      }
    }
    if (only.contains("pipelining")) {
      bench.compare("64 connections, pipelining 10", bench.pipelining());
    }
    if (only.contains("open")) {
      bench.open();
    }
    if (only.contains("memory")) {
      bench.memory();
    }
  }

  private String url() {
    return "http://127.0.0.1:" + port + "/ping";
  }

  private List<String> driver(String... more) throws IOException {
    // One malloc arena: the compilers' threads would each keep what they freed.
    List<String> command = new ArrayList<>(List.of("env", "MALLOC_ARENA_MAX=1"));
    command.addAll(List.of(java(), "@" + HERE.resolve("jvm.options")));
    command.addAll(
        List.of("-cp", "chaos/target/classes:chaos/target/lib/*", "rebound.chaos.bench.DriveMain"));
    command.add(url());
    command.addAll(List.of(more));
    return command;
  }

  private static String java() {
    return ProcessHandle.current().info().command().orElse("java");
  }

  private static Client client(String name, List<String> command, String rate, String requests) {
    return new Client(name, command, Pattern.compile(rate), Pattern.compile(requests));
  }

  private Client rebound(String... more) throws IOException {
    return client("rebound", driver(more), "requestsPerSecond=([0-9.]+)", "ok=([0-9]+)");
  }

  private Client wrk(String... more) {
    List<String> command = new ArrayList<>(List.of("wrk", "-t1"));
    command.addAll(List.of(more));
    return client("wrk", command, "Requests/sec: +([0-9.]+)", "([0-9]+) requests in");
  }

  private List<Client> closed(String connections) throws IOException {
    String seconds = options.get("--seconds");
    List<Client> clients = new ArrayList<>();
    clients.add(
        rebound(
            "--connections", connections, "--seconds", seconds, "--warm-up",
            options.get("--warm-up")));
    clients.add(wrk("-c" + connections, "-d" + seconds, url()));
    clients.add(
        client(
            "ab -k",
            List.of("ab", "-q", "-k", "-r", "-c", connections, "-t", seconds, "-n", "99999999", url()),
            "Requests per second: +([0-9.]+)",
            "Complete requests: +([0-9]+)"));
    clients.add(
        client(
            "h2load",
            List.of("h2load", "--h1", "-t1", "-c", connections, "-D", seconds, url()),
            "finished in .*, ([0-9.]+) req/s",
            "requests: ([0-9]+) total"));
    return clients;
  }

  private List<Client> pipelining() throws IOException {
    String seconds = options.get("--seconds");
    return List.of(
        rebound(
            "--connections", "64", "--pipelining", "10", "--seconds", seconds, "--warm-up",
            options.get("--warm-up")),
        wrk("-c64", "-d" + seconds, "-s", HERE.resolve("pipeline.lua").toString(), url()));
  }

  // Comparing

  private void compare(String title, List<Client> clients) throws Exception {
    System.out.println("\n" + title);
    int wanted = Integer.parseInt(options.get("--pairs"));
    double others = Double.parseDouble(options.get("--others"));
    List<Map<String, Run>> rounds = new ArrayList<>();
    int discarded = 0;
    for (int round = 0; rounds.size() < wanted && round < wanted * 4; round++) {
      Map<String, Run> runs = new LinkedHashMap<>();
      List<Client> order = new ArrayList<>(clients);
      if (round % 2 == 1) {
        java.util.Collections.reverse(order);
      }
      for (Client client : order) {
        Run run = run(client);
        if (run != null) {
          runs.put(client.name(), run);
          print("  ", run);
        }
      }
      if (runs.values().stream().allMatch(run -> run.othersRatio() <= others)) {
        rounds.add(runs);
      } else {
        discarded++;
        System.out.println("  round thrown away: others used the machine");
      }
    }
    System.out.printf("  %d rounds kept, %d thrown away%n", rounds.size(), discarded);
    for (Client client : clients) {
      if (rounds.stream().allMatch(runs -> runs.containsKey(client.name())) && !rounds.isEmpty()) {
        System.out.printf(
            Locale.ROOT,
            "  %-8s %8.0f req/s  %6.3f CPU s/100k  %6.1f MB   ratio to rebound:"
                + " req/s %.2f, CPU %.2f%n",
            client.name(),
            median(rounds, client.name(), Run::requestsPerSecond),
            median(rounds, client.name(), Run::cpuPer100k),
            median(rounds, client.name(), Run::rssMegabytes),
            ratio(rounds, client.name(), Run::requestsPerSecond),
            ratio(rounds, client.name(), Run::cpuPer100k));
      }
    }
  }

  private static double median(
      List<Map<String, Run>> rounds, String client, ToDoubleFunction<Run> figure) {
    return median(rounds.stream().mapToDouble(runs -> figure.applyAsDouble(runs.get(client))));
  }

  /// The median of the rounds' ratios, rebound over the other client.
  private static double ratio(
      List<Map<String, Run>> rounds, String client, ToDoubleFunction<Run> figure) {
    return median(
        rounds.stream()
            .mapToDouble(
                runs ->
                    figure.applyAsDouble(runs.get("rebound"))
                        / figure.applyAsDouble(runs.get(client))));
  }

  private static double median(java.util.stream.DoubleStream values) {
    double[] sorted = values.sorted().toArray();
    int middle = sorted.length / 2;
    return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
  }

  private static void print(String indent, Run run) {
    System.out.printf(
        Locale.ROOT,
        "%s%-8s %8.0f req/s  %6.3f CPU s/100k  %6.1f MB  others %.1f %%  responder idle %.0f %%%n",
        indent,
        run.client(),
        run.requestsPerSecond(),
        run.cpuPer100k(),
        run.rssMegabytes(),
        run.othersRatio() * 100,
        run.responderIdleRatio() * 100);
  }

  // Running one

  private Run run(Client client) throws Exception {
    List<String> command = new ArrayList<>(List.of("taskset", "-c", options.get("--client-cpu")));
    command.addAll(client.command());
    Process process;
    try {
      process = new ProcessBuilder(command).redirectErrorStream(true).start();
    } catch (IOException e) {
      System.out.println("  " + client.name() + " is not installed: " + e.getMessage());
      return null;
    }
    Snapshot before = new Snapshot();
    StringBuilder output = new StringBuilder();
    double rss = 0;
    try (BufferedReader reader = process.inputReader()) {
      for (String line = reader.readLine(); line != null; line = reader.readLine()) {
        if (line.equals("measuring")) {
          before = new Snapshot();
        }
        output.append(line).append('\n');
      }
    }
    process.waitFor();
    Snapshot after = new Snapshot();
    String text = output.toString();
    double requests = number(client.requests(), text);
    double cpu =
        text.contains("cpuSeconds=")
            ? number(Pattern.compile("cpuSeconds=([0-9.]+)"), text)
            : after.children - before.children;
    rss =
        text.contains("peakRssMegabytes=")
            ? number(Pattern.compile("peakRssMegabytes=([0-9.]+)"), text)
            : Double.NaN;
    double wall = after.wall - before.wall;
    double responderCpu = after.responder - before.responder;
    double busy = after.busy - before.busy;
    int cpus = Runtime.getRuntime().availableProcessors();
    double others = Math.max(0, busy - cpu - responderCpu) / (wall * cpus);
    return new Run(
        client.name(),
        number(client.rate(), text),
        cpu / requests * 1e5,
        rss,
        others,
        1 - responderCpu / wall);
  }

  private static double number(Pattern pattern, String text) {
    Matcher matcher = pattern.matcher(text);
    return matcher.find() ? Double.parseDouble(matcher.group(1)) : Double.NaN;
  }

  /// Processor seconds so far: of the whole machine, of our ended children, of the responder.
  private final class Snapshot {
    final double wall = System.nanoTime() / 1e9;
    final double busy;
    final double children;
    final double responder;

    Snapshot() throws IOException {
      String[] all = Files.readAllLines(Path.of("/proc/stat")).getFirst().trim().split(" +");
      // user, nice, system, irq, softirq, steal
      double sum = 0;
      for (int i : new int[] {1, 2, 3, 6, 7, 8}) {
        sum += Double.parseDouble(all[i]);
      }
      busy = sum / TICKS;
      children = cpu("self", 15, 16);
      responder = cpu(Long.toString(Bench.this.responder.pid()), 13, 14);
    }

    private static double cpu(String process, int first, int second) throws IOException {
      String stat = Files.readString(Path.of("/proc/" + process + "/stat"));
      String[] words = stat.substring(stat.lastIndexOf(')') + 2).split(" ");
      return (Long.parseLong(words[first - 2]) + Long.parseLong(words[second - 2])) / TICKS;
    }
  }

  // What the driver alone is asked

  /// The open model at a third of the highest rate: how late requests go out.
  private void open() throws Exception {
    System.out.println("\nopen model at a third of the highest closed rate");
    String most = output(driver("--seconds", "3", "--warm-up", options.get("--warm-up")));
    double rate = number(Pattern.compile("requestsPerSecond=([0-9.]+)"), most) / 3;
    for (int i = 0; i < 3; i++) {
      Snapshot before = new Snapshot();
      String text =
          output(
              driver(
                  "--rate",
                  Double.toString(rate),
                  "--poisson",
                  "--seconds",
                  "5",
                  "--warm-up",
                  options.get("--warm-up")));
      Snapshot after = new Snapshot();
      System.out.printf(
          Locale.ROOT,
          "  %.0f/s: lag p50 %.3f ms, p99 %.3f ms, max %.2f ms; loop %.2f of a core; trusted %s;"
              + " machine busy %.0f %%%n",
          rate,
          number(Pattern.compile("lagMillis.p50=([0-9.]+)"), text),
          number(Pattern.compile("lagMillis.p99=([0-9.]+)"), text),
          number(Pattern.compile("lagMillis.p100=([0-9.]+)"), text),
          number(Pattern.compile("cpuRatio=([0-9.]+)"), text),
          text.contains("trusted=true"),
          (after.busy - before.busy) / (after.wall - before.wall) / 2 * 100);
    }
  }

  /// Peak resident memory of the driver's process.
  private void memory() throws Exception {
    System.out.println("\npeak resident memory of the driver");
    for (String connections : List.of("64", "4096", "10000")) {
      String text =
          output(driver("--connections", connections, "--seconds", options.get("--seconds")));
      System.out.printf(
          Locale.ROOT,
          "  %5s connections: %.1f MB, %.0f errors%n",
          connections,
          number(Pattern.compile("peakRssMegabytes=([0-9.]+)"), text),
          text.contains("errors={}") ? 0 : Double.NaN);
    }
  }

  private String output(List<String> driver) throws Exception {
    List<String> command = new ArrayList<>(List.of("taskset", "-c", options.get("--client-cpu")));
    command.addAll(driver);
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String text = new String(process.getInputStream().readAllBytes());
    process.waitFor();
    return text;
  }

  private void startResponder() throws Exception {
    Path binary = work.resolve("responder");
    Process compiler =
        new ProcessBuilder(
                "gcc", "-O2", "-o", binary.toString(), HERE.resolve("responder.c").toString())
            .inheritIO()
            .start();
    if (compiler.waitFor() != 0) {
      throw new IllegalStateException("the responder needs gcc");
    }
    responder =
        new ProcessBuilder("taskset", "-c", options.get("--responder-cpu"), binary.toString(), "0")
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    String ready = responder.inputReader().readLine();
    port = Integer.parseInt(ready.substring(ready.lastIndexOf(':') + 1));
  }

  private void stopResponder() {
    if (responder != null) {
      responder.destroyForcibly();
    }
  }
}
