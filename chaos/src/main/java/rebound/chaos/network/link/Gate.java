package rebound.chaos.network.link;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.channels.SelectionKey;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

/// The open port of one proxy and all connections that came through it. Used by the loop's thread
/// only.
///
/// A client is accepted before the server behind is dialled, as the protocol's users know it; when
/// that fails the client is closed.
public final class Gate implements Ready {
  private static final int BACKLOG = 4096;
  private static final int MOST_ACCEPTS = 256;
  private static final long PAUSE_NANOS = 100_000_000;

  private final Loop loop;
  private final Traffic traffic;
  private final long seed;
  private final Consumer<String> log;
  private final ServerSocketChannel listener;
  private final SelectionKey key;
  private final Set<Link> links = new HashSet<>();
  private final List<NamedToxic> toxics;
  private String upstream;
  private String lastFailure = "";

  /// Opens the port.
  ///
  /// @param listen where; port 0 takes a free one
  /// @param upstream HOST:PORT of the server behind, looked up for each connection
  /// @param toxics in the order in which they were created
  /// @param seed of all draws
  /// @param log one line for each change of state
  /// @throws IOException when the port cannot be bound
  public Gate(
      Loop loop,
      InetSocketAddress listen,
      String upstream,
      List<NamedToxic> toxics,
      Traffic traffic,
      long seed,
      Consumer<String> log)
      throws IOException {
    this.loop = loop;
    this.upstream = upstream;
    this.toxics = new ArrayList<>(toxics);
    this.traffic = traffic;
    this.seed = seed;
    this.log = log;
    this.listener = ServerSocketChannel.open();
    try {
      listener.setOption(StandardSocketOptions.SO_REUSEADDR, true);
      listener.bind(listen, BACKLOG);
      this.key = loop.register(listener, SelectionKey.OP_ACCEPT, this);
    } catch (IOException | RuntimeException failed) {
      listener.close();
      throw failed;
    }
  }

  /// Where it listens.
  public InetSocketAddress address() throws IOException {
    return (InetSocketAddress) listener.getLocalAddress();
  }

  /// Connections that are open now.
  public int connections() {
    return links.size();
  }

  /// Puts a toxic behind those that are there, on live connections too.
  public void add(NamedToxic toxic) {
    toxics.add(toxic);
    snapshot().forEach(link -> link.add(toxic));
  }

  /// Changes the toxic of that name, on live connections too.
  public void change(NamedToxic toxic) {
    toxics.replaceAll(old -> old.name().equals(toxic.name()) ? toxic : old);
    snapshot().forEach(link -> link.change(toxic));
  }

  /// Takes the toxic of that name away, on live connections too; what it held is passed on.
  public void remove(NamedToxic toxic) {
    toxics.removeIf(old -> old.name().equals(toxic.name()));
    snapshot().forEach(link -> link.remove(toxic));
  }

  /// Leads new connections to another server and closes those that are open; the port stays open.
  public void redirect(String otherUpstream) {
    upstream = otherUpstream;
    lastFailure = "";
    snapshot().forEach(Link::close);
  }

  /// Closes the port, then all connections.
  public void close() {
    try {
      listener.close();
    } catch (IOException alreadyGone) {
      log.accept("closing a listener failed: " + alreadyGone.getMessage());
    }
    snapshot().forEach(Link::close);
  }

  @Override
  public void ready(int readyOps) {
    for (int i = 0; i < MOST_ACCEPTS; i++) {
      try {
        SocketChannel client = listener.accept();
        if (client == null) {
          return;
        }
        accepted(client);
      } catch (IOException outOfDescriptors) {
        pause(outOfDescriptors);
        return;
      }
    }
  }

  Loop loop() {
    return loop;
  }

  Traffic traffic() {
    return traffic;
  }

  long seed() {
    return seed;
  }

  void forget(Link link) {
    links.remove(link);
  }

  private void accepted(SocketChannel client) {
    SelectionKey clientKey;
    try {
      End.prepare(client);
      clientKey = loop.register(client, 0, readyOps -> {});
    } catch (IOException alreadyGone) {
      End.closeQuietly(client);
      return;
    }
    Link link = new Link(this, traffic.accepted(), client, clientKey);
    links.add(link);
    new Dial(loop, new Dialled(link)).start(upstream);
  }

  /// What becomes of a client when its server answers, or not.
  private final class Dialled implements Dial.Outcome {
    private final Link link;

    Dialled(Link link) {
      this.link = link;
    }

    @Override
    public void connected(SocketChannel channel, SelectionKey upstreamKey) {
      if (link.isClosed()) {
        End.closeQuietly(channel);
        return;
      }
      report("");
      link.begin(channel, upstreamKey, toxics);
    }

    @Override
    public void failed(String why) {
      report(why);
      link.close();
    }
  }

  private void report(String failure) {
    if (!failure.equals(lastFailure)) {
      log.accept(
          failure.isEmpty()
              ? "upstream " + upstream + " answers again"
              : "upstream " + upstream + " cannot be reached: " + failure);
      lastFailure = failure;
    }
  }

  /// Accepting again at once would fail again at once, and burn a core.
  private void pause(IOException why) {
    log.accept("accepting pauses for 100 ms: " + why.getMessage() + "; raise ulimit -n");
    key.interestOps(0);
    loop.at(
        System.nanoTime() + PAUSE_NANOS,
        () -> {
          if (key.isValid()) {
            key.interestOps(SelectionKey.OP_ACCEPT);
          }
        });
  }

  /// Links leave the set while it is walked.
  private List<Link> snapshot() {
    return List.copyOf(links);
  }
}
