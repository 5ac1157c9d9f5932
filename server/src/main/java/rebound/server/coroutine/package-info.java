/// Where handlers run and how they wait: event loops, coroutines on them, and the other strategies.
package rebound.server.coroutine;
