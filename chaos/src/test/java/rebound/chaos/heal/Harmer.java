package rebound.chaos.heal;

import java.io.IOException;
import java.net.URI;
import java.util.List;
import rebound.chaos.network.FaultyLink;
import rebound.chaos.network.NetworkFaults;
import rebound.chaos.network.Reach;
import rebound.chaos.network.toxic.Direction;
import rebound.chaos.network.toxic.Timeout;
import rebound.chaos.process.CpuQuota;
import rebound.chaos.process.MemoryPressure;
import rebound.chaos.process.Pause;

/// A run that makes one kind of fault and then waits to be killed.
final class Harmer {
  private Harmer() {}

  public static void main(String[] arguments) throws IOException, InterruptedException {
    Watchdog watchdog = Watchdog.start();
    Fault fault =
        switch (arguments[0]) {
          case "pause" -> Pause.of(victim(arguments[1]), watchdog);
          case "cpu" -> CpuQuota.of(victim(arguments[1]), 0.5, watchdog);
          case "memory" -> MemoryPressure.of(32L * 1024 * 1024);
          case "toxic" ->
              link(arguments[1], watchdog, true).inject(Direction.UPSTREAM, new Timeout(1), 0.5);
          case "their-toxic" ->
              link(arguments[1], watchdog, false).inject(Direction.UPSTREAM, new Timeout(1), 0.5);
          case "their-down" -> link(arguments[1], watchdog, false).down();
          default -> throw new IllegalArgumentException(arguments[0]);
        };
    System.out.println("ready " + watchdog.pid() + " " + fault.what());
    Thread.currentThread().join();
  }

  private static List<ProcessIdentity> victim(String pid) throws IOException {
    return ProcessIdentity.treeOf(Long.parseLong(pid));
  }

  private static FaultyLink link(String api, Watchdog watchdog, boolean own) throws IOException {
    NetworkFaults faults = NetworkFaults.at(URI.create(api), Reach.loopback(), watchdog);
    return own ? faults.link("ours", "127.0.0.1:1") : faults.attach("theirs");
  }
}
