/// Stands between the socket and Undertow: lets only well-formed HTTP through, and only in time.
package rebound.server.guard;
