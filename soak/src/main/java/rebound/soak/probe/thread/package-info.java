/// The one place where probes get their threads, and the bounded boxes they put samples into.
package rebound.soak.probe.thread;
