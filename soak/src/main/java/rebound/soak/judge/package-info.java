/// Says whether what was seen is good enough: gates, sentences, the verdict and its exit code.
package rebound.soak.judge;
