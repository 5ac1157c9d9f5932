package rebound.soak.planfile;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Set;
import rebound.chaos.arrival.Arrivals;
import rebound.chaos.load.LoadModel;
import rebound.soak.plan.LoadPlan;

/// Reads a population's load: its model, and for the open model when requests are due.
final class LoadReader {
  private static final int MOST_CONNECTIONS = 100_000;
  private static final int MAX_IN_FLIGHT = 10_000;
  private static final int OPEN_CONNECTIONS = 64;

  private enum Model {
    CLOSED,
    OPEN,
    IDLE,
    WEBSOCKET
  }

  private enum Gaps {
    POISSON,
    CONSTANT
  }

  private LoadReader() {}

  static boolean needsRequests(LoadPlan load) {
    return switch (load) {
      case LoadPlan.Relative relative -> true;
      case LoadPlan.Hostile hostile -> false;
      case LoadPlan.Fixed(LoadModel model) ->
          model instanceof LoadModel.Closed || model instanceof LoadModel.Open;
    };
  }

  static LoadPlan read(Section section, Set<String> earlierPhases) {
    if (!section.has("model")) {
      section.complain(
          "model", section.path() + ".model is missing: use closed, open, idle or websocket");
      return null;
    }
    Model model = section.choice("model", null, Model.class);
    if (model == null) {
      return null;
    }
    LoadPlan load =
        switch (model) {
          case CLOSED -> closed(section);
          case OPEN -> open(section, earlierPhases);
          case IDLE -> new LoadPlan.Fixed(new LoadModel.Idle(connections(section)));
          case WEBSOCKET -> webSocket(section);
        };
    section.done();
    return load;
  }

  private static int connections(Section section) {
    if (!section.has("connections")) {
      section.complain("connections", section.path() + ".connections is missing: add it");
    }
    return section.whole("connections", 1, 1, MOST_CONNECTIONS);
  }

  private static LoadPlan closed(Section section) {
    int connections = connections(section);
    int pipelining = section.whole("pipelining", 1, 1, 64);
    Duration think = section.duration("think", Duration.ZERO);
    int requests = section.whole("requests", 0, 0, Integer.MAX_VALUE);
    return section.build(
        null,
        () -> new LoadPlan.Fixed(new LoadModel.Closed(connections, pipelining, think, requests)));
  }

  private static LoadPlan webSocket(Section section) {
    int connections = connections(section);
    int bytes = section.whole("messageBytes", 64, 1, 1 << 20);
    return new LoadPlan.Fixed(new LoadModel.WebSocketEcho(connections, bytes));
  }

  private static LoadPlan open(Section section, Set<String> earlierPhases) {
    int maxInFlight = section.whole("maxInFlight", MAX_IN_FLIGHT, 1, MOST_CONNECTIONS);
    int connections =
        section.whole("connections", Math.min(OPEN_CONNECTIONS, maxInFlight), 0, MOST_CONNECTIONS);
    if (section.isMapping("rate")) {
      return relative(section, connections, maxInFlight, earlierPhases);
    }
    Arrivals arrivals = arrivals(section);
    return arrivals == null
        ? null
        : section.build(
            null, () -> new LoadPlan.Fixed(new LoadModel.Open(arrivals, connections, maxInFlight)));
  }

  private static LoadPlan relative(
      Section section, int connections, int maxInFlight, Set<String> earlierPhases) {
    Gaps gaps = section.choice("arrivals", Gaps.POISSON, Gaps.class);
    Section rate = section.section("rate");
    Double times = rate.number("times");
    String phase = rate.required("of");
    if (!earlierPhases.contains(phase)) {
      rate.complain("of", "of: '" + phase + "' is no earlier phase of this plan");
    }
    rate.done();
    return rate.build(
        null,
        () ->
            new LoadPlan.Relative(
                times == null ? 1 : times, phase, gaps == Gaps.POISSON, connections, maxInFlight));
  }

  private static Arrivals arrivals(Section section) {
    for (String shape : new String[] {"ramp", "stairs", "burst", "onOff", "replay"}) {
      if (section.has(shape)) {
        Section below = section.section(shape);
        Arrivals arrivals = below.build(null, () -> shaped(shape, below));
        below.done();
        return arrivals;
      }
    }
    if (!section.has("rate")) {
      section.complain(
          "rate",
          section.path()
              + " has no rate: add rate: 500/s, or ramp, stairs, burst, onOff or replay");
      return null;
    }
    double rate = section.parsed("rate", 1.0, Units::perSecond);
    Gaps gaps = section.choice("arrivals", Gaps.POISSON, Gaps.class);
    return section.build(
        null,
        () -> gaps == Gaps.POISSON ? new Arrivals.Poisson(rate) : new Arrivals.Constant(rate));
  }

  private static Arrivals shaped(String shape, Section at) {
    return switch (shape) {
      case "ramp" -> new Arrivals.Ramp(rate(at, "from"), rate(at, "to"));
      case "stairs" ->
          new Arrivals.Stairs(rate(at, "from"), rate(at, "to"), at.whole("steps", 5, 2, 1_000));
      case "burst" ->
          new Arrivals.Burst(
              rate(at, "rate"),
              rate(at, "burst"),
              at.duration("at", Duration.ZERO),
              at.duration("for", Duration.ofSeconds(1)));
      case "onOff" ->
          new Arrivals.OnOff(
              rate(at, "high"),
              rate(at, "low"),
              at.duration("meanHigh", Duration.ofSeconds(1)),
              at.duration("meanLow", Duration.ofSeconds(1)));
      default -> {
        Double scale = at.number("scale");
        yield new Arrivals.Replay(Path.of(at.required("file")), scale == null ? 1 : scale);
      }
    };
  }

  private static double rate(Section section, String key) {
    return section.parsed(key, 0.0, Units::perSecond);
  }
}
