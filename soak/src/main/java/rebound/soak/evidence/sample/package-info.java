/// What the probes saw: plain records, one per look, that are written to the journal and judged
/// again later.
package rebound.soak.evidence.sample;
