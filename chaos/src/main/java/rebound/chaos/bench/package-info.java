/// The driver alone on a command line, to be set beside other clients.
package rebound.chaos.bench;
