/// Waits, sends and counts: the load driver on one selector a loop.
package rebound.chaos.load;
