/// Judges whether and when service came back after a fault: the envelope of the time before,
/// windows after it, and the step that tells a metastable failure from a broken server.
package rebound.soak.verdict.recovery;
