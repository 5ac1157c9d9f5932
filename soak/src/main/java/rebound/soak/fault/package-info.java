/// Makes the faults of a phase happen, and heals them, whatever comes in between.
package rebound.soak.fault;
