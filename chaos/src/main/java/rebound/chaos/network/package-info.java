/// Network faults: an embedded Toxiproxy, the program that runs it alone, and the way in which a
/// run puts toxics between a target and what it depends on.
package rebound.chaos.network;
