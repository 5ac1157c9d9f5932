package rebound.fakedb.wire.postgres;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import rebound.fakedb.capacity.ConnectionLimit;
import rebound.fakedb.query.Desk;

/// What all PostgreSQL sessions share. Event loop thread only.
public final class PgService {
  private final Desk desk;
  private final ConnectionLimit limit;
  private final String user;
  private final Optional<String> password;
  private final Optional<Scram> scram;
  private final Map<Integer, Backend> backends = new HashMap<>();

  /// What they share.
  ///
  /// @param desk decides when queries are answered
  /// @param limit of connections, shared with the other protocol
  /// @param user who may come in, where a password is asked for
  /// @param password asked for; empty where everybody may come in
  /// @param scram whether it is proven by SCRAM-SHA-256; else sent in clear text
  public PgService(
      Desk desk, ConnectionLimit limit, String user, Optional<String> password, boolean scram) {
    this.desk = desk;
    this.limit = limit;
    this.user = user;
    this.password = password;
    this.scram = scram ? password.map(Scram::new) : Optional.empty();
  }

  Desk desk() {
    return desk;
  }

  ConnectionLimit limit() {
    return limit;
  }

  boolean knows(String name) {
    return password.isEmpty() || user.equals(name);
  }

  Optional<String> password() {
    return password;
  }

  Optional<Scram> scram() {
    return scram;
  }

  void enter(int id, Backend backend) {
    backends.put(id, backend);
  }

  void leave(int id) {
    backends.remove(id);
  }

  /// Cancels what that session is doing; a wrong secret does nothing, and nobody is told.
  void cancel(int id, int secret) {
    Backend backend = backends.get(id);
    if (backend != null && backend.secret() == secret) {
      backend.cancel();
    }
  }
}
