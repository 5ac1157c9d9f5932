/// The database's client: calls, pipelined connections on the event loop, and their pool.
package rebound.server.database;
