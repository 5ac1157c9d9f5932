/// A run's folder and its append-only journal: what a crash leaves, and what all other files are
/// made from.
package rebound.soak.journal;
