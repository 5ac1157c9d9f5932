package rebound.fakedb.wire.resp;

import java.util.Optional;
import rebound.fakedb.capacity.ConnectionLimit;
import rebound.fakedb.query.Desk;

/// What all RESP sessions share.
///
/// @param desk decides when queries are answered
/// @param keyspace what clients stored
/// @param limit of connections, shared with the other protocol
/// @param serial whether a query begins only when the one before it on its connection was answered
/// @param user who may come in, where a password is asked for
/// @param password asked for; empty where everybody may come in
public record RespService(
    Desk desk,
    Keyspace keyspace,
    ConnectionLimit limit,
    boolean serial,
    String user,
    Optional<String> password) {}
