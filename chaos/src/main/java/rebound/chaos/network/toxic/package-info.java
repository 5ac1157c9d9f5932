/// What a toxic does to the bytes of one direction of one connection: one toxic, one file.
package rebound.chaos.network.toxic;
