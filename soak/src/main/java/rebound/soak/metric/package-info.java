/// Finds a figure of a run by the dotted name under which `run.json` holds it.
package rebound.soak.metric;
