/// What was seen in a run: the records behind `run.json`.
package rebound.soak.evidence;
