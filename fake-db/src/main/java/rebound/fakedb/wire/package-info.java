/// Sockets: one event loop, one timer thread, the connections between them.
package rebound.fakedb.wire;
