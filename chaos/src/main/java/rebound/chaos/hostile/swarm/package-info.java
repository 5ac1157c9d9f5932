/// A crowd of hostile connections on one event loop: opens them within hard bounds, does what their
/// conduct says, and counts what the target did to each.
package rebound.chaos.hostile.swarm;
