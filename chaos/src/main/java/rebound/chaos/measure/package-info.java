/// Turns instants into numbers: attempts, outcomes, ledgers, histograms and the driver's own trust.
package rebound.chaos.measure;
