/// Sockets of a client: resolving, opening, encrypting, reading and writing without waiting.
package rebound.chaos.wire;
