/// Compares two builds or runs: effect, exact interval, and a verdict with a margin.
package rebound.soak.verdict.compare;
