/// Judges whether memory comes back after load, cycle after cycle, and where what stayed is held.
package rebound.soak.verdict.memory;
