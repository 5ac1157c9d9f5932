/// The Redis protocol, versions 2 and 3: commands in, canned or remembered answers out.
package rebound.fakedb.wire.resp;
