/// Makes a plan happen and cleans up: starts, phases, probes, stops.
package rebound.soak.run;
