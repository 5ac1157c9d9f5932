/// From a query's arrival to its answer: when it is due, in what order it leaves, how late it was.
package rebound.fakedb.query;
