/// The command line: flags in, words and exit codes out. Nobody imports it.
package rebound.soak.cli;
