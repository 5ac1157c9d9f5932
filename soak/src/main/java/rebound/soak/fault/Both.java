package rebound.soak.fault;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import rebound.chaos.heal.Fault;
import rebound.chaos.network.FaultyLink;

/// The same fault on all links to the database: the target uses one of its two protocols.
final class Both implements Fault {
  private final List<Fault> faults = new ArrayList<>();

  private Both() {}

  /// Makes a fault on one link.
  interface Maker {
    Fault make(FaultyLink link) throws IOException;
  }

  static Both of(List<FaultyLink> links, Maker maker) throws IOException {
    Both both = new Both();
    try {
      for (FaultyLink link : links) {
        both.faults.add(maker.make(link));
      }
      return both;
    } catch (IOException failed) {
      try {
        both.close();
      } catch (IOException alsoFailed) {
        failed.addSuppressed(alsoFailed);
      }
      throw failed;
    }
  }

  @Override
  public String what() {
    return faults.isEmpty() ? "nothing" : faults.getFirst().what().replaceAll("rebound-\\d+-", "");
  }

  @Override
  public void close() throws IOException {
    IOException first = null;
    for (Fault fault : faults.reversed()) {
      try {
        fault.close();
      } catch (IOException failed) {
        if (first == null) {
          first = failed;
        } else {
          first.addSuppressed(failed);
        }
      }
    }
    if (first != null) {
      throw first;
    }
  }
}
