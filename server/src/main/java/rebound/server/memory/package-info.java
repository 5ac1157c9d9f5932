/// Gives memory back: when the load is over, and without being asked.
package rebound.server.memory;
