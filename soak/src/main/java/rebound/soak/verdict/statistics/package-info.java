/// Ratios, percentiles and what so many samples can say about them.
package rebound.soak.verdict.statistics;
