/// The proxies of a server and their toxics, by name: what the protocol's requests act upon.
package rebound.chaos.network.proxy;
