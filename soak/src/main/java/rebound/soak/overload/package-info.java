/// What the phases of an overload, or of a grid of loads and delays, say together: pure reading of
/// records and of the journal's seconds.
package rebound.soak.overload;
