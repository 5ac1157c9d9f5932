/// Judges what the liveness probes saw: ratios, gaps, states, and what a kubelet would have done.
package rebound.soak.verdict.liveness;
