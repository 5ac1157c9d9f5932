package rebound.fakedb;

import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Predicate;
import rebound.fakedb.fault.Faults;
import rebound.fakedb.fault.Network;
import rebound.fakedb.wire.Connection;
import rebound.fakedb.wire.Port;

/// The ports that faults may harm. Event loop thread only, once started.
final class Ports implements Network {
  private final Map<String, Port> byName = new HashMap<>();

  void add(Port port, Faults faults) {
    byName.put(port.name(), port);
    port.greeter(
        connection -> {
          if (!faults.none() && faults.deafens(port.name(), connection.id())) {
            connection.deafen();
          }
        });
  }

  @Override
  public void listen(String name, boolean open) {
    Port port = byName.get(name);
    if (!open) {
      port.refuse();
      return;
    }
    try {
      port.listen();
    } catch (IOException e) {
      System.err.println(
          "fake-db: "
              + name
              + " cannot listen again on "
              + port.address()
              + ", somebody else took it: "
              + e.getMessage());
    }
  }

  @Override
  public void end(String name, Predicate<Long> which, End how) {
    for (Connection connection : byName.get(name).connections()) {
      if (which.test(connection.id())) {
        switch (how) {
          case RESET -> connection.reset();
          case CLOSE -> connection.close();
          case DEAFEN -> connection.deafen();
        }
      }
    }
  }
}
