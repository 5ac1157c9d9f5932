/// Answers to order: which statement or key gets which rows, delay or error.
package rebound.fakedb.rule;
