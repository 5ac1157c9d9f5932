/// Watches the machine that the measurement runs on: what disturbs it, what its kernel counts, what
/// it is.
package rebound.soak.probe.machine;
