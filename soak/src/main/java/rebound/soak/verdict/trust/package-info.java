/// Decides whether a measurement can be believed: the machine's calm.
package rebound.soak.verdict.trust;
