/// Several runs that belong together: one plan repeated, a base and a candidate in turns, or all
/// runs of a folder as a trend.
package rebound.soak.series;
