/// Reads the target's memory and CPU time from outside: by process tree, control group or metric.
package rebound.soak.probe.target;
