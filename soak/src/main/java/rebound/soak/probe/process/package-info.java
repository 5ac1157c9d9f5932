/// Finds the processes of a target and reads what the kernel counts about them.
package rebound.soak.probe.process;
