/// What was seen and found in a search for a capacity: records of `run.json` and the journal.
package rebound.soak.evidence.capacity;
