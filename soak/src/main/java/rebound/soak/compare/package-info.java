/// Compares runs of a base with runs of a candidate and says whether something got worse.
package rebound.soak.compare;
