/// What was found past capacity, and on a grid of loads and delays: records of `run.json`.
package rebound.soak.evidence.overload;
