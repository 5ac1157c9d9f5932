/// The bytes between two sockets: one loop thread carries all connections of all proxies, passes
/// them through their toxics, and lets a sender wait when its receiver does.
package rebound.chaos.network.link;
