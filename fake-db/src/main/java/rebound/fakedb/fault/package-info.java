/// What goes wrong with the database, and when.
package rebound.fakedb.fault;
