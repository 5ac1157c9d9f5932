/// Turns a run's journal and histogram log into series that a page can draw, at a bounded size
/// whatever the run's length.
package rebound.soak.chart;
