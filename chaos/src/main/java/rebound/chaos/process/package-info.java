/// Harm to a process: paused, killed, short of processor time or of memory.
package rebound.chaos.process;
