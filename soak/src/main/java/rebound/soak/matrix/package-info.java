/// Runs a plan once for each setting of its target, and puts what memory did into one table.
package rebound.soak.matrix;
