/// Refuses work: how much is let in, what waits, and what is turned away at the door.
package rebound.server.overload;
