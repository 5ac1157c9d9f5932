/// Compares servers: equal work first, then rounds in turn, then one row a target.
package rebound.soak.peers;
