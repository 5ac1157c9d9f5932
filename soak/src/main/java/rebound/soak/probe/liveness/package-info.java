/// Asks the target whether it lives, on connections and a thread of its own, at planned times.
package rebound.soak.probe.liveness;
