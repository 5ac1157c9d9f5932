/// Changing the database while it runs: a small HTTP API on the loop, bound to loopback.
package rebound.fakedb.control;
