/// Decides whether a measurement can be believed: the driver's punctuality and the machine's calm.
package rebound.soak.verdict.trust;
