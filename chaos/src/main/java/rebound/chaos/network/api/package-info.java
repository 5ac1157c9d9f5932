/// The protocol's HTTP API: reads requests on the loop, acts on the proxies, answers in the words
/// that Toxiproxy's clients know.
package rebound.chaos.network.api;
