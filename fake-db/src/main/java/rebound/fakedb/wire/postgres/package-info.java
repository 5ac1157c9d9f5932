/// The PostgreSQL protocol, version 3: statements in, canned rows out.
package rebound.fakedb.wire.postgres;
