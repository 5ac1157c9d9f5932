/// Decides whether a noisy, autocorrelated series grows: robust slopes, their significance, and the
/// smallest growth that could have been seen.
package rebound.soak.verdict.trend;
